/** How programs reach this server, in the languages of the AWS SDKs. */
export interface ConnectPlace {
  readonly endpoint: string
  readonly region: string
  /** In open mode any key does; a server with IAM wants one of its own. */
  readonly auth: 'open' | 'iam' | 'forwarded'
}

export interface Snippet {
  readonly name: string
  readonly text: string
}

export function connectSnippets(place: ConnectPlace): readonly Snippet[] {
  const { endpoint, region } = place
  const key = place.auth === 'open' ? 'local' : '<your access key>'
  const secret = place.auth === 'open' ? 'local' : '<your secret key>'
  const facts = { endpoint, region, key, secret }
  return [
    { name: 'Environment', text: environment(facts) },
    { name: 'JavaScript', text: javascript(facts) },
    { name: 'Python', text: python(facts) },
    { name: 'Go', text: go(facts) },
    { name: 'Java', text: java(facts) },
    { name: 'Rust', text: rust(facts) },
    { name: '.NET', text: dotnet(facts) },
    { name: 'CLI', text: cli(facts) },
    { name: 'Terraform', text: terraform(facts) },
  ]
}

interface Facts {
  readonly endpoint: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

function environment({ endpoint, region, key, secret }: Facts): string {
  return `export AWS_ENDPOINT_URL_DYNAMODB='${endpoint}'
export AWS_REGION='${region}'
export AWS_ACCESS_KEY_ID='${key}'
export AWS_SECRET_ACCESS_KEY='${secret}'`
}

function javascript({ endpoint, region, key, secret }: Facts): string {
  return `import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'

const client = new DynamoDBClient({
  endpoint: '${endpoint}',
  region: '${region}',
  credentials: { accessKeyId: '${key}', secretAccessKey: '${secret}' },
})
console.log(await client.send(new ListTablesCommand({})))`
}

function python({ endpoint, region, key, secret }: Facts): string {
  return `import boto3

client = boto3.client(
    "dynamodb",
    endpoint_url="${endpoint}",
    region_name="${region}",
    aws_access_key_id="${key}",
    aws_secret_access_key="${secret}",
)
print(client.list_tables()["TableNames"])`
}

function go({ endpoint, region, key, secret }: Facts): string {
  return `cfg, err := config.LoadDefaultConfig(ctx,
	config.WithRegion("${region}"),
	config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider("${key}", "${secret}", "")),
)
if err != nil {
	return err
}
client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {
	o.BaseEndpoint = aws.String("${endpoint}")
})`
}

function java({ endpoint, region, key, secret }: Facts): string {
  return `DynamoDbClient client = DynamoDbClient.builder()
    .endpointOverride(URI.create("${endpoint}"))
    .region(Region.of("${region}"))
    .credentialsProvider(StaticCredentialsProvider.create(
        AwsBasicCredentials.create("${key}", "${secret}")))
    .build();`
}

function rust({ endpoint, region, key, secret }: Facts): string {
  return `let config = aws_config::defaults(BehaviorVersion::latest())
    .endpoint_url("${endpoint}")
    .region(Region::new("${region}"))
    .credentials_provider(Credentials::new("${key}", "${secret}", None, None, "static"))
    .load()
    .await;
let client = aws_sdk_dynamodb::Client::new(&config);`
}

function dotnet({ endpoint, region, key, secret }: Facts): string {
  return `var client = new AmazonDynamoDBClient(
    new BasicAWSCredentials("${key}", "${secret}"),
    new AmazonDynamoDBConfig
    {
        ServiceURL = "${endpoint}",
        AuthenticationRegion = "${region}",
    });`
}

function cli({ endpoint, region, key, secret }: Facts): string {
  return `AWS_ACCESS_KEY_ID='${key}' AWS_SECRET_ACCESS_KEY='${secret}' \\
  aws dynamodb list-tables --endpoint-url '${endpoint}' --region '${region}'`
}

function terraform({ endpoint, region, key, secret }: Facts): string {
  return `provider "aws" {
  region                      = "${region}"
  access_key                  = "${key}"
  secret_key                  = "${secret}"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true

  endpoints {
    dynamodb = "${endpoint}"
  }
}`
}
