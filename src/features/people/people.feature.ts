import type { Feature } from '../../platform/feature/feature.js';

export const peopleFeature: Feature = { module: async () => (await import('./people.module.js')).PeopleModule };
