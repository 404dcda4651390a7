/**
 * The context of a request. The database, which all requests share, is its prototype: nothing is
 * copied per request, and the parts of a database are listed in one place (`database.ts`).
 */
import type { InputOf, OperationId, OutputOf } from '../../api/services.js'
import type { Database } from '../database.js'
import type { Call, Dispatcher } from '../dispatcher.js'
import type { OperationContext, RequestContext } from '../operation.js'
import { callOperation } from './call-operation.js'
import { noTables, type FoundTables } from './find-tables.js'

export type ContextOf = (call: Call) => OperationContext

/** What all requests of a server have in common. */
export interface SharedContext extends Database, Pick<RequestContext, 'isAuthorised'> {}

export function contextsOn(shared: SharedContext, dispatch: Dispatcher['dispatch']): ContextOf {
  class Context {
    readonly caller
    readonly host
    readonly requestId
    readonly sender
    readonly peer
    readonly memory
    found: FoundTables = noTables

    constructor({ caller, host, requestId, sender, peer, memory }: Call) {
      this.caller = caller
      this.host = host
      this.requestId = requestId
      this.sender = sender
      this.peer = peer
      this.memory = memory
    }

    call<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<OutputOf<Id>> {
      return callOperation(dispatch, this, id, input)
    }
  }
  Object.assign(Context.prototype, shared)
  return (call) => new Context(call) as Context & Database
}
