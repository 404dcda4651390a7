/** Delivery to kinesalite, an emulator that knows streams by their names only. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { lendCredentials } from '../support/kinesis.js'
import { emulatorChecks } from './emulator-checks.js'

type Kinesalite = (options: Readonly<Record<string, number>>) => Server

const kinesalite = createRequire(import.meta.url)('kinesalite') as Kinesalite

lendCredentials()
const server = kinesalite({ createStreamMs: 20, shardLimit: 100 })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

after(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('delivery to kinesalite', () => {
  for (const { name, run } of emulatorChecks) it(name, () => run(url))
})
