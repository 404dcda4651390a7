/** What `gramme start` prints: where the server is, where its data is, and the first thing to try. */
import { isLoopback, type Address } from '../wire/address.js'
import type { Settings } from '../server/options.js'
import { requireDriver } from '../storage/drivers.js'

export interface StartedServer {
  readonly version: string
  readonly address: Address
  readonly engine: string
  readonly settings: Settings
}

export function startScreen({ version, address, engine, settings }: StartedServer): string {
  return `
  Gramme ${version} is ready.

  Address   ${listeningAt(address)}
  Engine    ${engine === 'lmdb' ? `${engine}, ${settings.durability}` : engine}
  Data      ${requireDriver(settings.engine).place(settings)}
  Tables    ${tablesOf(settings)}

  Try it:
  AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local aws dynamodb list-tables --endpoint-url ${address.url} --region us-east-1

  Ctrl+C stops it.

`
}

/** Answers the commonest question of local users: where have my tables gone? */
function tablesOf({ sharedRegions }: Settings): string {
  return sharedRegions
    ? 'shared by all regions and accounts'
    : 'separate for each region and account (12-digit access key id); --shared-regions shares them'
}

function listeningAt({ host, url }: Address): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  return everywhere ? `${url} (and every other address of this machine)` : url
}

/** Shown on stderr, whatever the log level. */
export function warningsFor({ host, inMemory, durability }: Settings): readonly string[] {
  const warnings: string[] = []
  if (!isLoopback(host)) {
    warnings.push(
      banner([
        `WARNING: listening on ${host} WITHOUT AUTHENTICATION.`,
        'Any credentials are accepted: anyone who can reach this address',
        'can read, change and delete all data. Keep it behind a firewall.',
      ]),
    )
  }
  if (!inMemory && durability === 'relaxed') {
    warnings.push(
      banner([
        'WARNING: durability is RELAXED.',
        'Writes are acknowledged before they are flushed to disk: if this machine',
        'crashes or loses power, the latest ones are lost.',
      ]),
    )
  }
  return warnings
}

function banner(lines: readonly string[]): string {
  const edge = '*'.repeat(76)
  return `\n${edge}\n${lines.map((line) => `*  ${line.padEnd(72)}*`).join('\n')}\n${edge}\n`
}
