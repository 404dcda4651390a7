/** The process of `bench/metering.ts`: a server that measures and one that does not, both in here. */
import { createGramme } from '../../src/server/gramme.js'

const servers = [
  createGramme({ port: 0, inMemory: true, metrics: 'off' }),
  createGramme({ port: 0, inMemory: true, metrics: 'on' }),
]
for (const server of servers) await server.start()
process.send?.(servers.map(({ address }) => address.url))
