import type { Branded } from '../../platform/types/branded.js';
import type { DeploymentGrant } from '../users/roles/deployment.policy.js';
import type { AvatarKind, UploadKind } from './upload.entity.js';

/** A user who adds files to a room. */
export interface UploadPlace {
  readonly userId: number;
  readonly roomId: string;
}

/** Permission to upload files of one kind to one place. The policy of the place creates it. */
export interface UploadGrant extends Branded<'upload'> {
  readonly userId: number;
  readonly kind: UploadKind;
  /** Null: the profile of the user, or the deployment. */
  readonly roomId: string | null;
}

/** An {@link UploadGrant} for pictures of a user or a room. It also permits to use them as the avatar there. */
export interface AvatarGrant extends UploadGrant {
  readonly kind: AvatarKind;
}

/** Every user may change the own avatar. */
export const ownAvatar = (userId: number): AvatarGrant => ({ userId, kind: 'avatar', roomId: null }) as AvatarGrant;

/** For an administrator, who has the right to change the settings. */
export const deploymentLogo = ({ userId }: DeploymentGrant<'settings.manage'>): AvatarGrant =>
  ({ userId, kind: 'logo', roomId: null }) as AvatarGrant;

/** Permission of a user for the own uploads. */
export interface OwnUploadsGrant extends Branded<'own uploads'> {
  readonly userId: number;
}

/** Every user may see, complete and cancel the own uploads. */
export const ownUploads = (userId: number): OwnUploadsGrant => ({ userId }) as OwnUploadsGrant;
