import { TextField } from '../../platform/http/text-field.js';
import { MAX_PASSWORD_LENGTH } from '../../users/new-user.js';
import { MAX_USERNAME_LENGTH } from '../../users/username.js';

/** The maximum size of a request body. */
const MAX_TOKEN_LENGTH = 16_384;

export class LogInRequest {
  @TextField({ maxLength: MAX_USERNAME_LENGTH })
  username!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password!: string;
}

export class RefreshTokenRequest {
  @TextField({ maxLength: MAX_TOKEN_LENGTH })
  refresh!: string;
}

export class VerifyTokenRequest {
  @TextField({ maxLength: MAX_TOKEN_LENGTH })
  token!: string;
}
