/** The doors of a server. A new one is one more line here, if the settings ask for it. */
import type { Log } from '../stdx/log.js'
import type { Door } from '../wire/door.js'
import { isLoopback } from '../wire/address.js'
import type { InFlight } from '../wire/flight/in-flight.js'
import { BrowserRules } from '../wire/http/browser-rules.js'
import { HttpListener } from '../wire/http/listener.js'
import { cannotListen } from './cannot-start.js'
import type { Settings } from './options.js'
import type { Part } from './parts.js'

/** The first one is the one that `address` shows. */
export function createDoors({ host, port }: Settings, log: Log, flight: InFlight): readonly Door[] {
  return [new HttpListener({ host, port }, log, flight)]
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
