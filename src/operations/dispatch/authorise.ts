/**
 * Authorise: may the caller do what the request is about to do? This is checked before a missing
 * table is reported, so that a caller without rights does not learn which tables exist.
 */
import type { Table } from '../../catalog/table.js'
import type { ServiceError } from '../../model/errors.js'
import type { Access } from '../access.js'
import type { RequestContext } from '../operation.js'
import type { PreparedCall } from './prepared-call.js'

/** Finds out who judges what a caller does. Neither step waits if everything is at hand. */
export type Permit = (ctx: RequestContext) => AccessJudge | Promise<AccessJudge>

export interface AccessJudge {
  /**
   * Why the caller may not do it; undefined if it may. `table` is the table of an action on items, if it
   * exists.
   */
  denialOf(
    ctx: RequestContext,
    access: Access,
    table: Table | undefined,
  ): ServiceError | undefined | Promise<ServiceError | undefined>
}

/** Returns the request, or what remains of it; throws if nothing does. Waits only if it has to. */
export function authorise(permit: Permit, call: PreparedCall): unknown {
  const judge = permit(call.ctx)
  return judge instanceof Promise ? judge.then((found) => judged(found, call)) : judged(judge, call)
}

function judged(judge: AccessJudge, call: PreparedCall): unknown {
  const accesses = call.operation.access(call.ctx, call.request)
  if (!(accesses instanceof Promise)) return judgedAll(judge, call, accesses)
  return accesses.then((found) => judgedAll(judge, call, found))
}

function judgedAll(judge: AccessJudge, call: PreparedCall, accesses: readonly Access[]): unknown {
  if (call.operation.withoutDenied !== undefined) return withoutDenied(judge, call, accesses)
  for (let i = 0; i < accesses.length; i++) {
    const access = accesses[i]!
    const denial = judge.denialOf(call.ctx, access, tableOf(call, access, i))
    if (denial instanceof Promise) return judgedFrom(i, denial, judge, { ...call, accesses })
    if (denial !== undefined) throw denial
  }
  return call.request
}

/** As `judged`, once there is something to wait for. */
async function judgedFrom(
  at: number,
  first: Promise<ServiceError | undefined>,
  judge: AccessJudge,
  call: PreparedCall & { readonly accesses: readonly Access[] },
): Promise<unknown> {
  let denial = await first
  for (let i = at + 1; denial === undefined && i < call.accesses.length; i++) {
    const access = call.accesses[i]!
    denial = await judge.denialOf(call.ctx, access, tableOf(call, access, i))
  }
  if (denial !== undefined) throw denial
  return call.request
}

async function withoutDenied(
  judge: AccessJudge,
  call: PreparedCall,
  accesses: readonly Access[],
): Promise<unknown> {
  const denials: (ServiceError | undefined)[] = []
  for (const [i, access] of accesses.entries()) {
    denials.push(await judge.denialOf(call.ctx, access, tableOf(call, access, i)))
  }
  const isWhole = denials.every((denial) => denial === undefined)
  return isWhole ? call.request : call.operation.withoutDenied!(call.request, denials)
}

/** Usually the accesses are in the order of the tables. */
function tableOf({ names, tables }: PreparedCall, { items }: Access, i: number): Table | undefined {
  if (items === undefined) return undefined
  return tables[names[i] === items.table ? i : names.indexOf(items.table)]
}
