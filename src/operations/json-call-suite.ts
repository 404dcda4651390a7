/** Calls for tests that have no wire: what the JSON protocol would pass to the dispatcher. */
import type { Caller } from '../model/caller.js'
import type { Call } from './dispatcher.js'
import { findOperation } from './registry.js'

export const testCaller: Caller = {
  account: '000000000000',
  region: 'us-east-1',
  accessKeyId: 'test',
}

/** Operations of DynamoDB and its streams by name, others by `service.Operation`. */
export function jsonCall(name: string, json: unknown, caller = testCaller): Call {
  const operation =
    findOperation(`dynamodb.${name}`) ??
    findOperation(`dynamodb-streams.${name}`) ??
    findOperation(name)!
  const input = operation.definition.decodeJson(json)
  return { operation, input, caller, host: 'localhost', requestId: 'test' }
}
