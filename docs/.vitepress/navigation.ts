/** The navigation of the site. The side bar has every page once; a test checks that. */
export const navigation = {
  nav: [
    { text: 'Guide', link: '/quick-start' },
    { text: 'Protocol', link: '/protocol' },
    { text: 'Operating', link: '/operating' },
    { text: 'Questions', link: '/faq' },
  ],
  sidebar: [
    {
      text: 'Start',
      items: [
        { text: 'Quick start', link: '/quick-start' },
        { text: 'User guide', link: '/user-guide' },
        { text: 'Concepts', link: '/concepts' },
        { text: 'Questions', link: '/faq' },
        { text: 'Glossary', link: '/glossary' },
      ],
    },
    {
      text: 'Build on it',
      items: [
        { text: 'Client library', link: '/client' },
        { text: 'React', link: '/react' },
        { text: 'HTTP API', link: '/http-api' },
        { text: 'Webhooks', link: '/webhooks' },
        { text: 'Push notifications', link: '/push' },
        { text: 'Web client', link: '/web-client' },
      ],
    },
    {
      text: 'Protocol',
      items: [
        { text: 'Protocol', link: '/protocol' },
        { text: 'Events', link: '/events' },
        { text: 'Reference', link: '/reference' },
      ],
    },
    {
      text: 'Run it',
      items: [
        { text: 'Operating', link: '/operating' },
        { text: 'Administration', link: '/administration' },
        { text: 'Accounts', link: '/accounts' },
        { text: 'Configuration', link: '/configuration' },
        { text: 'Commands', link: '/commands' },
        { text: 'Deploying', link: '/deploying' },
        { text: 'A plain server', link: '/plain-server' },
        { text: 'Scaling', link: '/scaling' },
        { text: 'High availability', link: '/high-availability' },
        { text: 'Regions', link: '/regions' },
        { text: 'Upgrading', link: '/upgrading' },
        { text: 'Files', link: '/files' },
        { text: 'Link previews', link: '/link-previews' },
        { text: 'Moderation', link: '/moderation' },
        { text: 'Backup', link: '/backup' },
        { text: 'Monitoring', link: '/monitoring' },
        { text: 'Tracing', link: '/tracing' },
        { text: 'Moving from Django', link: '/migrating-from-django' },
      ],
    },
    {
      text: 'Trust it',
      items: [
        { text: 'Guarantees', link: '/guarantees' },
        { text: 'Security', link: '/security' },
        { text: 'Advisories', link: '/advisories' },
        { text: 'Verifying', link: '/verifying' },
        { text: 'Chaos test', link: '/chaos' },
        { text: 'Soak test', link: '/soak' },
        { text: 'Performance', link: '/performance' },
      ],
    },
    {
      text: 'Change it',
      items: [
        { text: 'Architecture', link: '/architecture' },
        { text: 'Contributing', link: '/contributing' },
        { text: 'Change log', link: '/changelog' },
      ],
    },
  ],
};
