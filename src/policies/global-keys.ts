/** The condition keys that belong to no service, as AWS documents them. Which of them a request has depends on it. */

const names = new Set(
  (
    'CalledVia CalledViaFirst CalledViaLast ChatbotSourceArn CurrentTime Ec2InstanceSourceVpc ' +
    'Ec2InstanceSourcePrivateIPv4 EpochTime FederatedProvider IsMcpServiceAction MultiFactorAuthAge ' +
    'MultiFactorAuthPresent PrincipalAccount PrincipalArn PrincipalIsAWSService PrincipalOrgID ' +
    'PrincipalOrgPaths PrincipalServiceName PrincipalServiceNamesList PrincipalType Referer ' +
    'RequestedRegion ResourceAccount ResourceOrgID ResourceOrgPaths SecureTransport SourceAccount ' +
    'SourceArn SourceIdentity SourceIp SourceOrgID SourceOrgPaths SourceVpc SourceVpcArn SourceVpce ' +
    'TagKeys TokenIssueTime UserAgent userid username ViaAWSMCPService ViaAWSService VpcSourceIp ' +
    'VpceAccount VpceOrgID VpceOrgPaths AssumedRoot SignInSessionArn'
  )
    .split(' ')
    .map((name) => `aws:${name.toLowerCase()}`),
)

const tagged = /^aws:(?:principal|request|resource)tag\/./

/** Takes the key in lower case. */
export function isGlobalKey(keyName: string): boolean {
  return names.has(keyName) || tagged.test(keyName)
}
