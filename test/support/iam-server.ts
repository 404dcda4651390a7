/** A server in memory that lets in only who has signed, and the key of its root. */
import { createGramme } from '../../src/server/gramme.js'
import type { TestServer } from './server.js'

export const rootKey = {
  accessKeyId: 'AKIAGRAMMETESTROOT00',
  secretAccessKey: 'the-secret-of-the-root-of-the-test',
} as const

export async function startIamServer(): Promise<TestServer> {
  const gramme = createGramme({
    port: 0,
    inMemory: true,
    auth: 'iam',
    rootAccessKeyId: rootKey.accessKeyId,
    rootSecretAccessKey: rootKey.secretAccessKey,
    logLevel: 'silent',
  })
  await gramme.start()
  return { url: gramme.address.url, external: false, stop: () => gramme.stop() }
}
