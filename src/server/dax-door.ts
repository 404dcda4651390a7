/** The door of DAX as the settings want it. Loaded only by a server that has one. */
import { lookup } from 'node:dns/promises'
import { systemRandom } from '../stdx/random.js'
import type { Log } from '../stdx/log.js'
import type { Door } from '../wire/door.js'
import type { InFlight } from '../wire/flight/in-flight.js'
import { DaxListener, type Announced } from '../wire/dax/listener.js'
import { secureDaxTransport, type DaxTransport } from '../wire/dax/transport.js'
import { CannotStart, cannotSecure } from './cannot-start.js'
import type { Settings } from './options.js'

export async function createDaxDoor(settings: Settings, log: Log, flight: InFlight): Promise<Door> {
  const { host, connectionsMax, connectionsPerAddressMax } = settings
  return new DaxListener({ host, port: daxPortOf(settings) }, log, flight, {
    transport: await transportOf(settings, log),
    connections: { connectionsMax, connectionsPerAddressMax },
    announced: await announcedBy(settings),
    random: systemRandom,
  })
}

/** AWS: clients use one port for `dax://` and another for `daxs://`. */
const [plainPort, securePort] = [8111, 9111] as const

export function daxPortOf({ daxPort, tlsCert }: Pick<Settings, 'daxPort' | 'tlsCert'>): number {
  return daxPort ?? (tlsCert === undefined ? plainPort : securePort)
}

async function transportOf(settings: Settings, log: Log): Promise<DaxTransport | undefined> {
  const { tlsCert: cert, tlsKey: key, tlsClientCa: clientCa } = settings
  if (cert === undefined || key === undefined) return undefined
  return secureDaxTransport({ cert, key, clientCa }, log).catch((error: unknown) => {
    throw cannotSecure(error)
  })
}

/** Clients connect to addresses, so a name is looked up, once: what they are told never changes. */
async function announcedBy({ daxAnnounce }: Settings): Promise<Announced | undefined> {
  if (daxAnnounce === undefined) return undefined
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(daxAnnounce) ?? []
  const name = host.replace(/^\[|\]$/g, '')
  try {
    const { address } = await lookup(name, { verbatim: false })
    return { host: address, port: Number(port) }
  } catch (error) {
    throw new CannotStart(`The address of ${name} in daxAnnounce cannot be found.`, error)
  }
}
