/** Where everything stands; every page is here once. */
export const navigation = {
  nav: [
    { text: 'Guide', link: '/quick-start' },
    { text: 'Protocol', link: '/reference' },
    { text: 'FAQ', link: '/faq' },
  ],
  sidebar: [
    {
      text: 'Begin',
      items: [
        { text: 'Quick start', link: '/quick-start' },
        { text: 'Concepts', link: '/concepts' },
        { text: 'Questions', link: '/faq' },
      ],
    },
    {
      text: 'Write a client',
      items: [
        { text: 'Client library', link: '/client' },
        { text: 'Web client', link: '/web-client' },
        { text: 'Events, as a story', link: '/events' },
        { text: 'HTTP for programs', link: '/http-api' },
        { text: 'Protocol', link: '/protocol' },
        { text: 'Protocol reference', link: '/reference' },
      ],
    },
    {
      text: 'Run it',
      items: [
        { text: 'Operating', link: '/operating' },
        { text: 'Deploying', link: '/deploying' },
        { text: 'Tracing', link: '/tracing' },
        { text: 'Monitoring', link: '/monitoring' },
        { text: 'Scaling', link: '/scaling' },
        { text: 'Backup', link: '/backup' },
        { text: 'Webhooks', link: '/webhooks' },
        { text: 'Push', link: '/push' },
        { text: 'Security', link: '/security' },
        { text: 'Moving from Django', link: '/migrating-from-django' },
      ],
    },
    {
      text: 'Trust it',
      items: [
        { text: 'Guarantees', link: '/guarantees' },
        { text: 'Proving it', link: '/verifying' },
        { text: 'Performance', link: '/performance' },
        { text: 'Soak', link: '/soak' },
        { text: 'Architecture', link: '/architecture' },
      ],
    },
  ],
};
