/**
 * A network of machines on one: each is a network namespace with an address of its own, so that the
 * ports are the usual ones and a cable can be pulled. Where namespaces are not allowed (a container
 * without NET_ADMIN), machines are addresses of the loopback, and no cable can be pulled.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

export interface Network {
  /** What the addresses of the example files, `10.0.0.`, become. */
  readonly start: string
  /** The addresses that connections come from. */
  readonly range: string
  /** What runs a command on a machine, in front of it. */
  on(machine: string): readonly string[]
  /** Pulls the cable of a machine, or puts it back. Undefined if that is not possible. */
  readonly plug: ((machine: string, connected: boolean) => void) | undefined
  remove(): void
}

/** The machine with the load balancer and the poolers is this one. */
const gatewayNumber = 10

export function buildNetwork(machines: readonly string[]): Network {
  const network = new Namespaces(machines)
  try {
    network.build()
    return network
  } catch (error) {
    network.remove()
    console.log(`No network namespaces here: ${(error as Error).message.trim()}`)
    return loopback
  }
}

const loopback: Network = {
  start: '127.77.0.',
  range: '127.0.0.0/8',
  on: () => [],
  plug: undefined,
  remove: () => undefined,
}

class Namespaces implements Network {
  readonly start: string
  readonly range: string
  readonly #machines: readonly string[]
  readonly #id = process.pid % 1_000_000
  readonly #bridge: string

  constructor(machines: readonly string[]) {
    this.#machines = machines
    this.start = `10.77.${this.#id % 256}.`
    this.range = `${this.start}0/24`
    this.#bridge = `gr${this.#id}`
  }

  build(): void {
    const bridge = this.#bridge
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${this.start}${gatewayNumber}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    forwardWithoutFilter()
    this.#machines.forEach((machine, n) => this.#add(machine, n + 1))
  }

  #add(machine: string, number: number): void {
    const space = this.#spaceOf(machine)
    const cable = this.#cableOf(machine)
    ip('netns', 'add', space)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', cable, 'master', this.#bridge, 'up')
    ip('-n', space, 'addr', 'add', `${this.start}${number}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
    ip('-n', space, 'link', 'set', 'lo', 'up')
  }

  on(machine: string): readonly string[] {
    return ['ip', 'netns', 'exec', this.#spaceOf(machine)]
  }

  readonly plug = (machine: string, connected: boolean): void => {
    ip('link', 'set', this.#cableOf(machine), connected ? 'up' : 'down')
  }

  /** Ends what still runs on a machine as well. */
  remove(): void {
    for (const machine of this.#machines) {
      const space = this.#spaceOf(machine)
      const { stdout } = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' })
      for (const pid of (stdout ?? '').split('\n').filter(Boolean)) kill(Number(pid))
      spawnSync('ip', ['netns', 'delete', space])
    }
    spawnSync('ip', ['link', 'delete', this.#bridge])
  }

  #spaceOf(machine: string): string {
    return `gramme-${this.#id}-${machine}`
  }

  #cableOf(machine: string): string {
    return `gr${this.#id}${machine}`
  }
}

/** Some systems filter what crosses a bridge like what crosses a router. */
function forwardWithoutFilter(): void {
  try {
    writeFileSync('/proc/sys/net/bridge/bridge-nf-call-iptables', '0')
  } catch {
    // Nothing filters.
  }
}

function ip(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
