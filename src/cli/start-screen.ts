/** What `gramme start` prints: where the server is, where its data is, and the first thing to try. */
import type { KeyPair } from '../server/gramme.js'
import { isLoopback, type Address } from '../wire/address.js'
import type { Settings } from '../server/options.js'
import { requireDriver } from '../storage/drivers.js'

export interface StartedServer {
  readonly version: string
  readonly address: Address
  /** Where clients of DAX connect. */
  readonly daxAddress?: Address | undefined
  readonly engine: string
  readonly settings: Settings
  /** Made by this start. */
  readonly newRootKey?: KeyPair
}

export function startScreen(started: StartedServer): string {
  const { version, address, engine, settings } = started
  return `
  Gramme ${version} is ready.

  Address   ${listeningAt(address)}
  Console   ${consoleAt(started)}
${daxAt(started)}  Engine    ${engine === 'lmdb' ? `${engine}, ${settings.durability}` : engine}
  Data      ${requireDriver(settings.engine).place(settings)}
  Tables    ${tablesOf(settings)}
  Access    ${accessOf(settings)}
  Capacity  ${capacityOf(settings)}
${newKeyOf(started)}
  Try it:
  ${credentialsOf(started)} aws dynamodb list-tables --endpoint-url ${address.url} --region us-east-1

  Ctrl+C stops it.

`
}

function consoleAt({ address, settings }: StartedServer): string {
  return settings.noConsole ? 'off' : `${address.url}/console/`
}

function daxAt({ daxAddress }: StartedServer): string {
  return daxAddress === undefined ? '' : `  DAX       ${daxAddress.url}\n`
}

/** Answers the commonest question of local users: where have my tables gone? */
function tablesOf({ sharedRegions, auth }: Settings): string {
  if (sharedRegions) return 'shared by all regions and accounts'
  const hint = auth === 'iam' ? '' : ' (12-digit access key id)'
  return `separate for each region and account${hint}; --shared-regions shares them`
}

function accessOf({ auth, host, tlsCert }: Settings): string {
  if (auth === 'iam') {
    const isPlain = tlsCert === undefined && !isLoopback(host)
    const plain = isPlain ? '; without TLS, data can be read on the way' : ''
    return `iam: signatures are verified, policies decide${plain}`
  }
  const reach = isLoopback(host) ? 'on this machine' : 'who can reach this address'
  return `open: any credentials, for everybody ${reach}; --auth iam verifies them`
}

/** Whoever wants to see throttling has to ask for it. */
function capacityOf({ throttle }: Settings): string {
  return throttle === 'on'
    ? 'limited: requests beyond the throughput of a table are throttled'
    : 'counted, limits nobody; --throttle on throttles as AWS does'
}

function newKeyOf({ newRootKey }: StartedServer): string {
  if (newRootKey === undefined) return ''
  return `
  The root of account 000000000000 has a new access key. It is shown only now; keep it safe:
  AWS_ACCESS_KEY_ID=${newRootKey.accessKeyId}
  AWS_SECRET_ACCESS_KEY=${newRootKey.secretAccessKey}
`
}

function credentialsOf({ settings }: StartedServer): string {
  return settings.auth === 'iam'
    ? 'AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…'
    : 'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local'
}

function listeningAt({ host, url }: Address): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  return everywhere ? `${url} (and every other address of this machine)` : url
}

/** Shown on stderr, whatever the log level. */
export function warningsFor({ host, auth, inMemory, durability }: Settings): readonly string[] {
  const warnings: string[] = []
  if (auth === 'open' && !isLoopback(host)) {
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
