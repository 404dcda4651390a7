/**
 * Retries server errors, as an SDK does. On a database without locks on whole tables, a change of a
 * table may lose to its writers repeatedly, and then fails with such an error.
 */
import type { Client, Json } from '../support/client.js'

const attemptsMax = 10

export async function insist(client: Client, operation: string, input: Json): Promise<Json> {
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    const { status, body } = await client.call(operation, input)
    if (status === 200) return body
    if (status < 500) break
  }
  return client.ask(operation, input)
}
