import type { HandicapTable } from '../../../../domain/handicap/table.ts';
import { ok, type Result } from '../../../../domain/result.ts';
import {
  handicapPaths,
  handicapTablePath,
  type ListedTable,
  packRow,
  type PackedTable,
  unpackRow,
} from '../../../../protocol/handicap-tables.ts';
import { call, type CallError } from '../../../session/api.ts';

export const listTables = () => call<{ tables: readonly ListedTable[] }>('GET', handicapPaths.list);

export async function readTable(id: string): Promise<Result<HandicapTable, CallError>> {
  const answer = await call<PackedTable>('GET', handicapTablePath(id));
  return answer.ok ? ok({ ...answer.value, rows: answer.value.rows.map(unpackRow) }) : answer;
}

export const storeTable = (id: string, { rows, ...table }: HandicapTable) =>
  call<{ id: string }>('PUT', handicapTablePath(id), { ...table, rows: rows.map(packRow) });

export const deleteTable = (id: string) => call<object>('DELETE', handicapTablePath(id));
