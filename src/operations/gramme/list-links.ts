/** ListLinks: the deployments that this one is linked to, and whether they answer. */
import type { Link } from '../../api/generated/gramme-types.js'
import { DeploymentFault } from '../../replication/deployment.js'
import type { DeploymentLink } from '../../replication/deployment-link.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { describeLink } from './described-link.js'

export const listLinks = operation('gramme.ListLinks', {
  read: () => ({}),

  access: () => [onAnything('gramme:ListLinks')],

  async run(ctx) {
    const links = await ctx.links.list(ctx.caller.account)
    const Links = await Promise.all(
      links.map(async (link) => ({ ...describeLink(link), ...(await stateOf(ctx, link)) })),
    )
    return { output: { Links } }
  },
})

async function stateOf(ctx: OperationContext, link: DeploymentLink): Promise<Partial<Link>> {
  const askedAtMs = ctx.clock.now()
  try {
    const there = await (await ctx.deployments()).find(link)
    const facts = await there?.describe()
    if (facts === undefined) return { Status: 'DELETED' }
    const halfwayMs = (askedAtMs + ctx.clock.now()) / 2
    return { Status: 'AVAILABLE', ClockOffsetMilliseconds: Math.round(facts.nowMs - halfwayMs) }
  } catch (error) {
    if (!(error instanceof DeploymentFault)) throw error
    return { Status: error.kind.toUpperCase(), StatusDescription: error.message }
  }
}
