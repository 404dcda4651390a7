package gramme;

import java.net.URI;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The clients of one endpoint; credentials and the region come from the environment. */
record Clients(URI endpoint) {
  static final Region REGION = Region.EU_CENTRAL_1;

  DynamoDbClient items() {
    return DynamoDbClient.builder().endpointOverride(endpoint).region(REGION).build();
  }

  DynamoDbAsyncClient itemsAsync() {
    return DynamoDbAsyncClient.builder().endpointOverride(endpoint).region(REGION).build();
  }

  DynamoDbStreamsClient streams() {
    return DynamoDbStreamsClient.builder().endpointOverride(endpoint).region(REGION).build();
  }

  /** Never called: the consumer's metrics are off, but its settings ask for a client. */
  CloudWatchAsyncClient metrics() {
    return CloudWatchAsyncClient.builder().endpointOverride(endpoint).region(REGION).build();
  }

  TableDescription table(String name) {
    try (DynamoDbClient client = items()) {
      return client.describeTable(request -> request.tableName(name)).table();
    }
  }
}
