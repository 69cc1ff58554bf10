import { HttpException } from '@nestjs/common';

/** An answer other than success, in the contract's shape: `{detail, code}`. */
export class ApiError extends HttpException {
  constructor(status: number, detail: string, code: string) {
    super({ detail, code }, status);
  }
}
