/** The door of DAX as the settings want it. Loaded only by a server that has one. */
import { systemRandom } from '../stdx/random.js'
import type { Log } from '../stdx/log.js'
import type { Door } from '../wire/door.js'
import type { InFlight } from '../wire/flight/in-flight.js'
import { DaxListener } from '../wire/dax/listener.js'
import { secureDaxTransport, type DaxTransport } from '../wire/dax/transport.js'
import { cannotSecure } from './cannot-start.js'
import { announcedBy } from './dax-address.js'
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
