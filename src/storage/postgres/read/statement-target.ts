/** What a statement has to know of the database that it is written for. */
import type { Guard, SpaceId } from '../../engine.js'
import type { SqlParameters } from '../connection/sql-text.js'
import type { Schema } from '../layout/schema.js'
import type { GuardVersions } from './guard-versions.js'

export interface StatementTarget {
  readonly schema: Schema
  readonly guardVersions: GuardVersions
  relationOf(space: SpaceId): string
}

/** The SQL condition that a guard holds. */
export function guardHolds(guard: Guard, target: StatementTarget, p: SqlParameters): string {
  const { space, key, value } = guard
  const found = `SELECT 1 FROM ${target.relationOf(space)} WHERE key = ${p.bytes(key)}`
  if (value === undefined) return `NOT EXISTS (${found})`
  const version = target.guardVersions.of(guard)
  const same = version === undefined ? `value = ${p.bytes(value)}` : `ver = ${p.bigint(version)}`
  return `EXISTS (${found} AND ${same})`
}
