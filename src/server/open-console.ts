/** The web console of a server: its pages, and what it tells them about itself. */
import { consoleSite, type ConsoleSite } from '../console/console-site.js'
import { systemRandom } from '../stdx/random.js'
import type { Settings } from './options.js'
import { packageFolder, readVersion } from './version.js'

type ConsoleSettings = Pick<Settings, 'auth' | 'sharedRegions' | 'tlsCert'>

export function openConsole({ auth, sharedRegions, tlsCert }: ConsoleSettings): ConsoleSite {
  const version = readVersion()
  const scheme = tlsCert === undefined ? 'http' : 'https'
  return consoleSite({
    folder: consolePagesFolder(),
    random: systemRandom,
    // A proxy may have changed the name that the browser knows; what arrives here is what has to be signed.
    config: (host) => {
      return { auth, version, host, endpoint: `${scheme}://${host}`, region, sharedRegions }
    },
  })
}

/** The one that clients without a choice of their own use most. */
const region = 'us-east-1'

export function consolePagesFolder(): URL {
  return new URL('dist/console-pages/', packageFolder())
}
