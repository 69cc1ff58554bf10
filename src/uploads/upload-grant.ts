declare const brand: unique symbol;

/** A user who adds files to a room. */
export interface UploadPlace {
  readonly userId: number;
  readonly roomId: string;
}

/** Permission to add files to a room. The policy that decides who may send there creates it. */
export interface UploadGrant extends UploadPlace {
  readonly [brand]: 'upload';
}

/** Permission of a user for the own uploads. */
export interface OwnUploadsGrant {
  readonly [brand]: 'own uploads';
  readonly userId: number;
}

/** Every user may see, complete and cancel the own uploads. */
export const ownUploads = (userId: number): OwnUploadsGrant => ({ userId }) as OwnUploadsGrant;
