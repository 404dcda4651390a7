/** Where clients of DAX are told to connect. They connect to addresses, so names are looked up, once. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Announced } from '../wire/dax/listener.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

/** What the option says; undefined without it. */
export async function announcedBy({
  daxAnnounce,
}: Pick<Settings, 'daxAnnounce'>): Promise<Announced | undefined> {
  if (daxAnnounce === undefined) return undefined
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(daxAnnounce) ?? []
  const name = host.replace(/^\[|\]$/g, '')
  try {
    return { host: await addressOfName(name), port: Number(port) }
  } catch (error) {
    throw new CannotStart(`The address of ${name} in daxAnnounce cannot be found.`, error)
  }
}

const allAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
const ownMachine = '127.0.0.1'

/** What other servers are told if nothing is announced: where it listens, or an address of this machine. */
export async function reachedAt({ host }: Pick<Settings, 'host'>): Promise<string> {
  // What cannot be found cannot be listened on, which the door says.
  if (!allAddresses.has(host)) return addressOfName(host).catch(() => ownMachine)
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const outside = addresses.filter(({ internal }) => !internal)
  const plain = outside.find(({ family }) => family === 'IPv4')
  return plain?.address ?? outside[0]?.address ?? ownMachine
}

async function addressOfName(name: string): Promise<string> {
  if (isIP(name) !== 0) return name
  return (await lookup(name, { verbatim: false })).address
}
