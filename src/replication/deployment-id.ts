import { createHmac } from 'node:crypto'

/** The same on all servers of a database, and known to nobody from its secret. */
export function deploymentIdOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('deployment id').digest('hex').slice(0, 32)
}
