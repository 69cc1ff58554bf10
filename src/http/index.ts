export { ApiError } from './api-error.js';
export { bodyOf, JsonBody, PostRoute } from './body.js';
export type { ParsedRequest } from './body.js';
export { configureHttp } from './configure-http.js';
export { TextField } from './text-field.js';
