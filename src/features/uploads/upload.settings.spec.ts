import { readConfig } from '../../platform/config/read-config.js';
import { uploadPart, UploadSettings } from './upload.settings.js';

const blocked = (types: string): readonly string[] =>
  readConfig([uploadPart], { UPLOAD_TYPES_BLOCKED: types }).of(UploadSettings).blockedTypes;

it('types and endings may be blocked, in any case', () => {
  expect(blocked('application/zip, video/*,.EXE,.tar.gz,image/svg+xml,')).toEqual([
    'application/zip',
    'video/*',
    '.exe',
    '.tar.gz',
    'image/svg+xml',
  ]);
  expect(blocked('')).toEqual([]);
});

it.each(['zip', '*', '*/*', '/zip', 'exe.', '.', 'application/zip; a=b', '. exe', 'a/b/c'])(
  'nothing else than a type or an ending is blocked: %j',
  (types) => expect(() => blocked(types)).toThrow('UPLOAD_TYPES_BLOCKED'),
);
