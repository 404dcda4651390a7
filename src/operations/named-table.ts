/**
 * Where a table or stream is that a request names. A plain name always means the caller's own. An ARN can
 * name another account's if calls are authorised: the policies of both sides then decide, and whoever may
 * not learns nothing (`dispatch/authorise.ts`). Regions are never crossed.
 */
import { isOwn, parseTableArn, tableArn, type Scope } from '../model/arn.js'
import { foreignArn } from './foreign-arn.js'
import type { RequestContext } from './operation.js'

export interface NamedTable extends Scope {
  readonly name: string
}

type Asking = Pick<RequestContext, 'caller' | 'isAuthorised'>

/** For operations that another account may be allowed to use. */
export function requireNamedTable(asking: Asking, nameOrArn: string): NamedTable {
  const found = findNamedTable(asking, nameOrArn)
  if (found === undefined) throw foreignArn(asking.caller, nameOrArn)
  return found
}

export function findNamedTable(asking: Asking, nameOrArn: string): NamedTable | undefined {
  const { account, region } = asking.caller
  if (!nameOrArn.startsWith('arn:')) return { account, region, name: nameOrArn }
  const arn = parseTableArn(nameOrArn)
  const scope = arn && scopeWithin(asking, arn)
  return scope && { ...scope, name: arn.tableName }
}

/** The scope that something with this ARN is in; undefined if the caller cannot name it. */
export function scopeWithin({ caller, isAuthorised }: Asking, arn: Scope): Scope | undefined {
  if (isOwn(caller, arn)) return { account: caller.account, region: caller.region }
  if (isAuthorised !== true || arn.region !== caller.region) return undefined
  return { account: arn.account, region: arn.region }
}

export function arnOfNamed(table: NamedTable): string {
  return tableArn(table, table.name)
}
