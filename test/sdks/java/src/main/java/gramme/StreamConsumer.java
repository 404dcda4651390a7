package gramme;

import static gramme.Checks.expect;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.metrics.NullMetricsFactory;

/**
 * The DynamoDB Streams Kinesis adapter with the Kinesis Client Library.
 *
 * <p>Arguments: the server's URL, and the numbers of the first change and of the one after the last.
 * The program makes these changes while it consumes the stream, over a time in which shards end and
 * their children follow. Started again with the next numbers, it must go on where it stopped.
 */
final class StreamConsumer {
  private static final String TABLE = "JavaFollowed";
  private static final long PATIENCE_MS = 240_000;
  private static final long PAUSE_BETWEEN_CHANGES_MS = 200;

  private final Clients clients;
  private final int from;
  private final int to;
  private final Seen seen = new Seen();

  private StreamConsumer(Clients clients, int from, int to) {
    this.clients = clients;
    this.from = from;
    this.to = to;
  }

  public static void main(String[] arguments) {
    int from = Integer.parseInt(arguments[1]);
    int to = Integer.parseInt(arguments[2]);
    Checks checks = new Checks();
    StreamConsumer consumer = new StreamConsumer(new Clients(URI.create(arguments[0])), from, to);
    checks.check("KCL consumes changes " + from + " to " + (to - 1), consumer::run);
    checks.exit();
  }

  private void run() throws Exception {
    createTable();
    Scheduler scheduler = scheduler();
    Thread thread = new Thread(scheduler, "scheduler");
    thread.setDaemon(true);
    thread.start();
    write();
    seen.await(to - from, PATIENCE_MS);
    // Not gracefully: the library would wait for consumers of children whose parents have not ended.
    scheduler.shutdown();
    expect("changes, each once and in order", seen.numbers(), Seen.range(from, to));
    if (seen.shards() < 2) throw new AssertionError("all changes were in one shard");
  }

  private void createTable() {
    try (DynamoDbClient client = clients.items()) {
      client.createTable(
          request ->
              request
                  .tableName(TABLE)
                  .keySchema(key -> key.attributeName("pk").keyType(KeyType.HASH))
                  .attributeDefinitions(
                      one -> one.attributeName("pk").attributeType(ScalarAttributeType.S))
                  .billingMode(BillingMode.PROVISIONED)
                  .provisionedThroughput(units -> units.readCapacityUnits(5L).writeCapacityUnits(5L))
                  .streamSpecification(
                      stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
      client.waiter().waitUntilTableExists(request -> request.tableName(TABLE));
    } catch (ResourceInUseException exists) {
      // An earlier run made it.
    }
  }

  /** All changes are to one item, so their order is one. */
  private void write() throws InterruptedException {
    try (DynamoDbClient client = clients.items()) {
      for (int number = from; number < to; number++) {
        AttributeValue value = AttributeValue.fromN(Integer.toString(number));
        Map<String, AttributeValue> item = Map.of("pk", AttributeValue.fromS("one"), "n", value);
        client.putItem(request -> request.tableName(TABLE).item(item));
        Thread.sleep(PAUSE_BETWEEN_CHANGES_MS);
      }
    }
  }

  private Scheduler scheduler() {
    String arn = clients.table(TABLE).latestStreamArn();
    var adapter = new AmazonDynamoDBStreamsAdapterClient(clients.streams(), Clients.REGION);
    var start = InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON);
    ConfigsBuilder configs =
        new ConfigsBuilder(
            StreamsSchedulerFactory.createSingleStreamTracker(arn, start),
            "java-consumer",
            adapter,
            clients.itemsAsync(),
            clients.metrics(),
            "worker",
            () -> new Follower(seen));
    return StreamsSchedulerFactory.createScheduler(
        configs.checkpointConfig(),
        configs.coordinatorConfig().parentShardPollIntervalMillis(500),
        configs.leaseManagementConfig().failoverTimeMillis(5000).shardSyncIntervalMillis(1000),
        configs.lifecycleConfig(),
        configs.metricsConfig().metricsFactory(new NullMetricsFactory()),
        configs.processorConfig(),
        configs
            .retrievalConfig()
            .retrievalSpecificConfig(new DynamoDBStreamsPollingConfig(arn, adapter)),
        adapter);
  }
}
