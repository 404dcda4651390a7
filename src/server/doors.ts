/** The doors of a server. A new one is one more line here, if the settings ask for it. */
import { monotonicClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Door } from '../wire/door.js'
import { isLoopback } from '../wire/address.js'
import type { InFlight } from '../wire/flight/in-flight.js'
import { BrowserRules } from '../wire/http/browser-rules.js'
import { ClientLimits } from '../wire/http/client-limits.js'
import { HttpListener } from '../wire/http/listener.js'
import type { Transport } from '../wire/http/transport.js'
import { cannotListen, cannotSecure } from './cannot-start.js'
import type { Settings } from './options.js'
import type { OwnProcess } from './own-process.js'
import type { Part } from './parts.js'
import type { TeamLink } from './team-link.js'

/** The first one is the one that `address` shows. */
export async function createDoors(
  settings: Settings,
  log: Log,
  flight: InFlight,
  { team, sender }: OwnProcess = {},
): Promise<readonly Door[]> {
  const { host, port, connectionsMax, connectionsPerAddressMax } = settings
  const connections = { connectionsMax, connectionsPerAddressMax }
  const transport = await transportOf(settings, log, team?.ticketKeys)
  const passed = team?.connections
  const options = { transport, connections, passed, sender }
  const http = new HttpListener({ host, port }, log, flight, options)
  if (!settings.dax) return [http]
  const { createDaxDoor } = await import('./dax-door.js')
  return [http, await createDaxDoor(settings, log, flight)]
}

/** What TLS needs is loaded only if there is a certificate. */
async function transportOf(
  settings: Settings,
  log: Log,
  ticketKeys: Buffer | undefined,
): Promise<Transport | undefined> {
  const { tlsCert: cert, tlsKey: key, tlsClientCa: clientCa } = settings
  if (cert === undefined || key === undefined) return undefined
  const { secureTransport } = await import('../wire/http/secure/secure-transport.js')
  return secureTransport({ cert, key, clientCa }, log, ticketKeys).catch((error: unknown) => {
    throw cannotSecure(error)
  })
}

/**
 * Where any credentials are accepted, web pages need rules. Where signatures are verified, a page can do
 * nothing without a key, as on AWS, and the rules are those that were asked for.
 */
export function browserRules({ host, auth, allowedHost, corsOrigin }: Settings): BrowserRules {
  const unasked = auth === 'iam' ? ['*'] : []
  return new BrowserRules({
    isExposed: !isLoopback(host),
    allowedHosts: allowedHost.length === 0 ? unasked : allowedHost,
    corsOrigins: corsOrigin.length === 0 ? unasked : corsOrigin,
  })
}

/** Undefined if nothing is limited, and nobody is refused for a signature. */
export function clientLimits(settings: Settings, team?: TeamLink): ClientLimits | undefined {
  const {
    auth,
    requestsPerSecondPerAddress: perAddress,
    requestsPerSecondPerKey: perKey,
  } = settings
  if (auth === 'open' && perAddress === 0 && perKey === 0) return undefined
  if (team === undefined) return new ClientLimits({ perAddress, perKey })
  const limits = new ClientLimits({ perAddress, perKey }, monotonicClock, team.rates.note)
  team.rates.onOthers((rate, key, times) => limits.charge(rate, key, times))
  return limits
}

/** Names under which a bucket may be called `<bucket>.<host>`. */
export function baseHosts({ allowedHost }: Settings): readonly string[] {
  return ['localhost', ...allowedHost.filter((name) => !name.includes('*'))]
}

export function doorPart(door: Door): Part {
  return {
    name: `${door.name} door`,
    async start() {
      await door.bind().catch((error: unknown) => {
        throw cannotListen(door.at, error)
      })
    },
    stop: () => door.close(),
  }
}
