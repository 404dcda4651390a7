/** DescribeDeployment: who this is, for the deployments that are linked to it. */
import { replicationProtocolVersion } from '../../replication/deployment.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

export const describeDeployment = operation('gramme.DescribeDeployment', {
  read: () => ({}),

  access: () => [onAnything('gramme:DescribeDeployment')],

  async run({ deploymentId, caller: { account }, clock }) {
    const output = {
      DeploymentId: deploymentId,
      ProtocolVersion: replicationProtocolVersion,
      AccountId: account,
      TimeMilliseconds: clock.now(),
    }
    return { output }
  },
})
