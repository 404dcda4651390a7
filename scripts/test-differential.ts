/**
 * `npm run test:differential [peer …]`: the same random requests to Gramme and to another
 * implementation, by seed (GRAMME_SEED). Prints the differences that nobody has judged, each with
 * the shortest history that shows it, and exits with 1 if there are any.
 */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../test/support/chance.js'
import { startServer } from '../test/support/server.js'
import { clientOf, testCredentials } from '../test/support/client.js'
import { comparePeer, type Comparison } from '../test/differential/compare-peer.js'
import { peers } from '../test/differential/peers/peers.js'
import type { Peer } from '../test/differential/peers/peer.js'

/** Of all peers together, without what it takes to install them. */
const secondsMax = Number(process.env['GRAMME_DIFFERENTIAL_SECONDS'] ?? 120)
const cache = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'gramme-differential',
)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => peers.every((peer) => peer.name !== name))
if (unknown.length > 0) {
  console.error(
    `There is no peer ${unknown.join(', ')}, only ${peers.map(({ name }) => name).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  await main(peers.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
}

async function main(chosen: readonly Peer[]): Promise<void> {
  console.log(`seed ${seed}`)
  mkdirSync(cache, { recursive: true })
  for (const peer of chosen) await against(peer, (secondsMax * 1000) / chosen.length)
}

async function against(peer: Peer, durationMs: number): Promise<void> {
  const running = await peer.start(cache).catch((error: unknown) => {
    console.log(`${peer.name}: left out, since it does not start: ${String(error)}`)
  })
  if (running === undefined) return
  const server = await startServer({ ttlChangeIntervalMs: 0 })
  const sides = {
    ours: clientOf(server, testCredentials),
    theirs: clientOf(running, testCredentials),
  }
  try {
    report(peer, await comparePeer(peer, sides, { seed, durationMs }))
  } finally {
    await server.stop()
    await running.stop()
  }
}

function report({ name }: Peer, { requests, histories, judged, open }: Comparison): void {
  for (const { difference, history, times } of open) {
    console.log(
      `\n${name}: ${difference.request.operation} differs at ${difference.at} (${times} times)`,
    )
    for (const each of history) console.log(`  ${each.operation} ${JSON.stringify(each.input)}`)
    console.log(`  ours:   ${difference.ours}\n  theirs: ${difference.theirs}`)
  }
  const known = [...judged.values()].reduce((total, count) => total + count, 0)
  console.log(
    `${name}: ${requests} requests in ${histories} histories, ${known} differences of ${judged.size} judged kinds, ${open.length} not judged`,
  )
  if (open.length > 0) process.exitCode = 1
}
