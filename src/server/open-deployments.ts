/** What calls other deployments. Loaded with the first call. */
import type { LinkedDeployments } from '../links/linked-deployments.js'
import type { LinkStore } from '../replication/link-store.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'

export async function openDeployments(links: LinkStore): Promise<LinkedDeployments> {
  const { LinkedDeployments } = await import('../links/linked-deployments.js')
  const { cborLinkCodec: codec } = await import('./link-codec-cbor.js')
  return new LinkedDeployments({ links, codec, clock: systemClock, steady: monotonicClock })
}
