/** What the door of DAX calls, and what a call of one of its methods has at hand. */
import type { Accelerator } from '../../accelerator/accelerator.js'
import type { AnswersByRequest } from '../../accelerator/cached-table.js'
import type { DaxNodePlace } from '../../accelerator/dax-place.js'
import type { AttributeLists } from '../../accelerator/attribute-lists.js'
import type { InputOf, OperationId, OutputOf } from '../../api/services.js'
import type { Table } from '../../catalog/table.js'
import type { Scope } from '../../model/arn.js'
import type { Caller } from '../../model/caller.js'
import type { Dispatcher } from '../../operations/dispatcher.js'
import type { RefusedCall } from '../../operations/refused-call.js'
import type { Authenticate } from '../http/authenticate.js'
import type { ClientLimits } from '../http/client-limits.js'

export interface ServedDax {
  readonly dispatcher: Dispatcher
  /** Tables by name, for their key schemas. Waits only if one has to be read. */
  findTable(scope: Scope, name: string): Table | undefined | Promise<Table | undefined>
  readonly lists: AttributeLists
  readonly accelerator: Accelerator
  /** The servers of the database that clients can connect to. The first one is the leader. */
  nodes(): readonly DaxNodePlace[]
  readonly authenticate: Authenticate
  /** Whether signatures are verified, each time anew: a key may have been deleted since. */
  readonly verifies: boolean
  /** Whether a policy or the audit can ask where requests come from. */
  readonly wantsSenders: boolean
  readonly limits?: ClientLimits | undefined
  readonly onRefused?: ((call: RefusedCall) => void) | undefined
}

/** One request of a client that is known. */
export interface DaxCall {
  readonly caller: Caller
  /** The arguments of the method, as they came. */
  readonly bytes: Buffer
  readonly lists: AttributeLists
  readonly accelerator: Accelerator
  /** Where answers to whole requests of this caller are; undefined if each has to be judged. */
  readonly answers: AnswersByRequest | undefined
  /**
   * Whether the caller may do it, without doing it. Where nothing is judged, everybody may. False for whatever else
   * would be refused before the table is touched.
   */
  readonly isPermitted: <Id extends OperationId>(
    id: Id,
    input: InputOf<Id>,
  ) => boolean | Promise<boolean>
  /** Throws if there is none. */
  table(name: string): Table | Promise<Table>
  /** Calls an operation as this client. */
  readonly call: <Id extends OperationId>(id: Id, input: InputOf<Id>) => Promise<OutputOf<Id>>
}
