import { signal } from '@preact/signals';

/** A question for the password or a code, which the dialog answers: whether the user has given a right one. */
export const proofQuestion = signal<((isProven?: boolean) => void) | null>(null);
