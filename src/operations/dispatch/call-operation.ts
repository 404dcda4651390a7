/**
 * How parts of this server call operations: through the same door as any client, so that the same
 * checks, rights and records apply.
 */
import type { InputOf, OperationId, OutputOf } from '../../api/services.js'
import type { Call, Dispatcher } from '../dispatcher.js'
import { requireOperation } from '../registry.js'

export type CallOrigin = Pick<Call, 'caller' | 'host' | 'requestId' | 'sender'>

export async function callOperation<Id extends OperationId>(
  dispatch: Dispatcher['dispatch'],
  { caller, host, requestId, sender }: CallOrigin,
  id: Id,
  input: InputOf<Id>,
): Promise<OutputOf<Id>> {
  const operation = requireOperation(id)
  return (await dispatch({ operation, input, caller, host, requestId, sender })) as OutputOf<Id>
}
