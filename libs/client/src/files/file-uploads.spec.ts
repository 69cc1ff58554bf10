import { FileUploads } from './file-uploads.js';

const token = () => Promise.resolve('token');

it.each(['ws://chat.example.com/', '/parley/', 'chat.example.com', 'https://', ''])(
  'an upload to %j is refused at once, in place of after many attempts',
  (url) => expect(() => new FileUploads({ url, token })).toThrow(TypeError),
);

it.each(['https://chat.example.com/', 'http://127.0.0.1:3000/parley/'])('%s may be the address of a service', (url) => {
  expect(() => new FileUploads({ url, token })).not.toThrow();
});
