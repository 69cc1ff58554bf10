import type { SeenMessage } from '@parley/protocol';
import type { JSX } from 'preact';

import { Mark, Time } from '../app/facts.js';
import { t } from '../languages/texts.js';

/** A message as it was when it was reported. Its text is shown as it was written. */
export const SeenView = ({ seen }: { readonly seen: SeenMessage }): JSX.Element => (
  <blockquote class="seen">
    {seen.content !== '' && (
      <p class="description" dir="auto">
        {seen.content}
      </p>
    )}
    {seen.attachments.length > 0 && (
      <ul class="chips" aria-label={t('reports.attachments')}>
        {seen.attachments.map(({ filename, mime_type: type }, at) => (
          <li key={at} class="chip">
            <bdi>{filename ?? t('reports.address')}</bdi> <span class="muted">{type}</span>
          </li>
        ))}
      </ul>
    )}
    <p class="row-note">
      <Time iso={seen.created_at} /> {seen.is_edited && <Mark>{t('reports.edited')}</Mark>}
    </p>
  </blockquote>
);
