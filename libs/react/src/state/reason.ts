import type { ParleyError } from '@parley/client';

/** Why a request was refused, in words. Of reasons by fields, without the fields: people do not know them. */
export const reasonOf = ({ detail }: Pick<ParleyError, 'detail'>): string =>
  typeof detail === 'string' ? detail : Object.values(detail).flat().join(' ');
