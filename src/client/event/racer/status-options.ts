import { type ResultStatus, statusWords, statuses } from '../../../domain/model/ruling.ts';

export const describeOption = (status: ResultStatus): string =>
  status === 'OK' ? 'OK (ranked)' : `${status}: ${statusWords[status]}`;

export const statusOptions: readonly { readonly value: ResultStatus; readonly label: string }[] = statuses.map(
  (status) => ({ value: status, label: describeOption(status) }),
);
