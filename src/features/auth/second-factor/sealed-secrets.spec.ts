import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js';
import { SealedSecrets } from './sealed-secrets.js';

const sealedBy = (...secrets: string[]): SealedSecrets => new SealedSecrets({ secrets, requiredOf: 'nobody' });

describe('the secret of a second factor', () => {
  it('is opened with each secret of the deployment, and an earlier one is named as such', async () => {
    const sealed = await sealedBy('old').seal(7, 'TOPSECRET');
    expect(sealed).not.toContain('TOPSECRET');
    await expect(sealedBy('old').open(7, sealed)).resolves.toEqual({ secret: 'TOPSECRET', isOfOldKey: false });
    await expect(sealedBy('new', 'old').open(7, sealed)).resolves.toEqual({ secret: 'TOPSECRET', isOfOldKey: true });
  });

  it('is not opened with another secret, for another user, or after a change', async () => {
    const sealed = await sealedBy('old').seal(7, 'TOPSECRET');
    await expect(sealedBy('new').open(7, sealed)).resolves.toBeUndefined();
    await expect(sealedBy('old').open(8, sealed)).resolves.toBeUndefined();
    await expect(sealedBy('old').open(7, `${sealed.slice(0, -4)}AAAA`)).resolves.toBeUndefined();
  });
});

describe('recovery codes', () => {
  it('are ten different ones, whose groups and capitals do not matter', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
      expect(recoveryCodeHash(` ${code.replaceAll('-', '').toUpperCase()}`)).toBe(recoveryCodeHash(code));
    }
  });
});
