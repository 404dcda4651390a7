/**
 * What an operation is. To add one, declare it with `operation` in its own file and name it in
 * `registry.ts`; `dispatch.ts` treats all of them alike.
 *
 * `read` turns the input, whose types and constraints have been checked, into what the operation
 * means, and refuses everything that can be refused without looking at a table, in AWS's order.
 * `run` then does it. So nothing is parsed twice, and `run` never sees an expression that does not
 * parse.
 */
import type { ServiceOperation } from '../api/service.js'
import {
  requireServiceOperation,
  type InputOf,
  type OperationId,
  type OutputOf,
} from '../api/services.js'
import type { Demand, UnmetDemand } from '../capacity/demand.js'
import type { Table } from '../catalog/table.js'
import type { Work } from '../items/work.js'
import type { Caller } from '../model/caller.js'
import type { ServiceError } from '../model/errors.js'
import type { Sender } from '../model/sender.js'
import type { Clock } from '../stdx/clock.js'
import type { ReadMemory } from '../storage/read-memory.js'
import type { Access } from './access.js'
import type { Database } from './database.js'

/** The other end of a connection. Long work may stop when it is gone. */
export interface WaitingPeer {
  readonly isGone?: () => boolean
}

/** What reading an input may depend on, besides the input. */
export interface RequestContext {
  readonly caller: Caller
  /** The host that the client called, and should call next. */
  readonly host: string
  /** Identifies the request in its answer and in every record of it. */
  readonly requestId: string
  readonly clock: Clock
  /** Known only if a policy or the audit can ask for it. */
  readonly sender?: Sender
  /** Who waits for the answer, if anybody can leave before it is there. */
  readonly peer?: WaitingPeer | undefined
  /** Whether calls are authorised. Without that, nobody can name what belongs to another account. */
  readonly isAuthorised?: boolean
}

export interface OperationContext extends RequestContext, Database {
  /** For what is only passed on in the answer. */
  readonly memory?: ReadMemory | undefined
  /** Set by dispatch once they are found, for the record of the call. */
  found: readonly (Table | undefined)[]
  /** Calls another operation as the same caller, through the same door as any client. */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<OutputOf<Id>>
}

export interface Result<Output> {
  readonly output: Output
  /** What it did to items; absent for operations that touch no items. */
  readonly work?: Work
  /** Whether every part of it was throttled, though the answer is no error. */
  readonly isThrottled?: boolean
}

/** An operation as `dispatch.ts` sees it, without the type of its request. */
export interface Operation {
  /** The operation in the model of its service. */
  readonly definition: ServiceOperation
  /** Of an entry of the registry whose code is not loaded yet: only its definition can be used. */
  readonly load: (() => Promise<void>) | undefined
  readonly read: (input: unknown, ctx: RequestContext) => unknown
  readonly tables: ((request: unknown) => readonly string[]) | undefined
  readonly toleratesMissing: boolean
  readonly acrossAccounts: boolean
  readonly forgetsInput: boolean
  readonly access: (
    ctx: OperationContext,
    request: unknown,
  ) => readonly Access[] | Promise<readonly Access[]>
  readonly withoutDenied:
    ((request: unknown, denials: readonly (ServiceError | undefined)[]) => unknown) | undefined
  readonly demands:
    | ((
        request: unknown,
        tables: readonly (Table | undefined)[],
      ) => readonly (Demand | undefined)[])
    | undefined
  readonly withoutThrottled:
    ((request: unknown, refusals: readonly (UnmetDemand | undefined)[]) => unknown) | undefined
  readonly run: (
    ctx: OperationContext,
    request: unknown,
    tables: readonly (Table | undefined)[],
  ) => Result<unknown> | Promise<Result<unknown>>
}

type TablesOf<Names extends readonly string[], Missing> = {
  readonly [I in keyof Names]: Missing extends true ? Table | undefined : Table
}

interface Spec<Id extends OperationId, R, Names extends readonly string[], Missing> {
  read(input: InputOf<Id>, ctx: RequestContext): R
  /**
   * The tables whose items it works on, by name or ARN; a table may be named more than once. They
   * must exist and be in service. An operation on tables themselves names none.
   */
  tables?(request: R): Names
  /** Whether the operation itself answers for tables that do not exist. */
  readonly toleratesMissing?: Missing
  /** AWS: whether its tables can be those of another account, named by ARN, if their policies allow it. */
  readonly acrossAccounts?: true
  /**
   * Whether the input is let go once it is read: it is large, and much of it waits at the same time. Only the audit
   * looks at it later.
   */
  readonly forgetsInput?: true
  /**
   * What it is about to touch. Called only if calls are authorised. Waits only if something has to be looked
   * up.
   */
  access(ctx: OperationContext, request: R): readonly Access[] | Promise<readonly Access[]>
  /**
   * For an operation that answers for each of its parts: the request without those that the caller has no
   * right to. There is a denial, or undefined, for each access. Its tables stay the same.
   */
  withoutDenied?(request: R, denials: readonly (ServiceError | undefined)[]): R
  /**
   * What it is about to use of the capacity of its tables. Called only if a table is throttled. Without it,
   * an operation never is.
   */
  demands?(request: R, tables: TablesOf<Names, Missing>): readonly (Demand | undefined)[]
  /**
   * For an operation that answers for each of its parts: the request without those that have to wait. There is
   * a refusal, or undefined, for each demand, and at least one refusal. Its tables stay the same. Throws if
   * everything has to wait and the service has an error for that.
   */
  withoutThrottled?(request: R, refusals: readonly (UnmetDemand | undefined)[]): R
  /** Gets the tables it named, in the same order. Waits only if it must. */
  run(
    ctx: OperationContext,
    request: R,
    tables: TablesOf<Names, Missing>,
  ): Result<OutputOf<Id>> | Promise<Result<OutputOf<Id>>>
}

/** Every operation gets the same object shape, which keeps the dispatcher's calls fast. */
export function operation<
  Id extends OperationId,
  R,
  const Names extends readonly string[] = readonly [],
  Missing extends boolean = false,
>(id: Id, spec: Spec<Id, R, Names, Missing>): Operation {
  const { read, tables, access, withoutDenied, run } = spec as unknown as Operation
  const { demands, withoutThrottled } = spec as unknown as Operation
  const definition = requireServiceOperation(id)
  const toleratesMissing = spec.toleratesMissing === true
  const acrossAccounts = spec.acrossAccounts === true
  const forgetsInput = spec.forgetsInput === true
  return {
    definition,
    load: undefined,
    read,
    tables,
    toleratesMissing,
    acrossAccounts,
    forgetsInput,
    access,
    withoutDenied,
    demands,
    withoutThrottled,
    run,
  }
}
