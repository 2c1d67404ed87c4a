import { type ErrorCode, errors } from '../../protocol/errors.ts';
import { type CallError, describeError, readError } from './create-call.ts';

export const callErrorOf = (code: ErrorCode): CallError => describeError(code, errors[code]);

export const errorIn = (http: number, answer: unknown): CallError => readError(errors, http, answer);
