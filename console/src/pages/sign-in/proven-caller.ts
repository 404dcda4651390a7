/** Who a key belongs to, by a call that every key may make. */
import { callerIdentity } from '../../api/caller-identity.js'
import { createClient } from '../../api/client.js'
import type { Connection } from '../../api/connection.js'
import { Fault } from '../../api/fault.js'
import type { Session } from '../../frame/session.js'
import { defaultAccount } from '../../frame/workspace.js'

export async function provenCaller(
  connection: Connection,
): Promise<Pick<Session, 'account' | 'arn'>> {
  try {
    const { account, arn } = await callerIdentity(connection)
    return { account, arn }
  } catch (error) {
    if (!(error instanceof Fault) || (error.kind !== 'other' && error.kind !== 'busy')) throw error
    // An endpoint of DynamoDB alone has no STS; whether it takes the key, any call shows.
    await createClient(connection).call('dynamodb', 'ListTables', { Limit: 1 })
    return { account: defaultAccount }
  }
}
