package gramme;

import static gramme.Checks.expect;
import static gramme.Checks.refused;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** SDK v2 of Java against the server whose URL is the first argument. */
final class SdkChecks {
  private static final String TABLE = "JavaOrders";

  private final Clients clients;
  private final DynamoDbClient client;

  private SdkChecks(Clients clients) {
    this.clients = clients;
    this.client = clients.items();
  }

  public static void main(String[] arguments) {
    Clients clients = new Clients(URI.create(arguments[0]));
    Checks checks = new Checks();
    new SdkChecks(clients).runAll(checks);
    new EnhancedChecks(clients).runAll(checks);
    checks.exit();
  }

  private void runAll(Checks checks) {
    checks.check("create a table and wait", this::createTable);
    checks.check("write a batch and query by pages", this::queryByPages);
    checks.check("a failed condition is a typed error with the item", this::failedCondition);
    checks.check("a transaction writes and reads", this::transact);
    checks.check("a cancelled transaction is a typed error with reasons", this::cancelled);
    checks.check("a missing table is a typed error", this::missingTable);
    checks.check("an error has its code and sentence", this::sentence);
    checks.check("PartiQL with parameters", this::partiql);
    checks.check("the stream has every change", this::readStream);
    checks.check("delete the table and wait", this::deleteTable);
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  private static Map<String, AttributeValue> key(String customer, long number) {
    return Map.of("customer", text(customer), "number", number(number));
  }

  private void createTable() {
    client.createTable(
        request ->
            request
                .tableName(TABLE)
                .keySchema(
                    key -> key.attributeName("customer").keyType(KeyType.HASH),
                    key -> key.attributeName("number").keyType(KeyType.RANGE))
                .attributeDefinitions(
                    one -> one.attributeName("customer").attributeType(ScalarAttributeType.S),
                    one -> one.attributeName("number").attributeType(ScalarAttributeType.N))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .streamSpecification(
                    stream ->
                        stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    client.waiter().waitUntilTableExists(request -> request.tableName(TABLE));
    expect("status", clients.table(TABLE).tableStatusAsString(), "ACTIVE");
  }

  private void queryByPages() {
    List<WriteRequest> writes = new ArrayList<>();
    for (long n = 0; n < 25; n++) {
      Map<String, AttributeValue> item = key("ada", n);
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    var answer = client.batchWriteItem(request -> request.requestItems(Map.of(TABLE, writes)));
    expect("unprocessed", answer.unprocessedItems().size(), 0);
    List<String> numbers =
        client
            .queryPaginator(
                request ->
                    request
                        .tableName(TABLE)
                        .limit(4)
                        .scanIndexForward(false)
                        .keyConditionExpression("customer = :c AND #n >= :n")
                        .expressionAttributeNames(Map.of("#n", "number"))
                        .expressionAttributeValues(Map.of(":c", text("ada"), ":n", number(5))))
            .items()
            .stream()
            .map(item -> item.get("number").n())
            .toList();
    expect("count", numbers.size(), 20);
    expect("first", numbers.get(0), "24");
    expect("last", numbers.get(19), "5");
  }

  private void failedCondition() throws Exception {
    var error =
        refused(
            ConditionalCheckFailedException.class,
            () ->
                client.deleteItem(
                    request ->
                        request
                            .tableName(TABLE)
                            .key(key("ada", 1))
                            .conditionExpression("attribute_exists(absent)")
                            .returnValuesOnConditionCheckFailure("ALL_OLD")));
    expect("sentence", error.awsErrorDetails().errorMessage(), "The conditional request failed");
    expect("item", error.item(), key("ada", 1));
  }

  private void transact() {
    client.transactWriteItems(
        request ->
            request.transactItems(
                one -> one.put(put -> put.tableName(TABLE).item(key("bob", 1))),
                one -> one.delete(delete -> delete.tableName(TABLE).key(key("ada", 24)))));
    var read =
        client.transactGetItems(
            request ->
                request.transactItems(
                    one -> one.get(get -> get.tableName(TABLE).key(key("bob", 1))),
                    one -> one.get(get -> get.tableName(TABLE).key(key("ada", 24)))));
    expect("the item put", read.responses().get(0).item(), key("bob", 1));
    expect("the item deleted", read.responses().get(1).hasItem(), false);
  }

  private void cancelled() throws Exception {
    var error =
        refused(
            TransactionCanceledException.class,
            () ->
                client.transactWriteItems(
                    request ->
                        request.transactItems(
                            one -> one.put(put -> put.tableName(TABLE).item(key("eve", 1))),
                            one ->
                                one.conditionCheck(
                                    check ->
                                        check
                                            .tableName(TABLE)
                                            .key(key("ada", 0))
                                            .conditionExpression("attribute_exists(absent)")))));
    List<String> codes = error.cancellationReasons().stream().map(reason -> reason.code()).toList();
    expect("reasons", codes, List.of("None", "ConditionalCheckFailed"));
  }

  private void missingTable() throws Exception {
    refused(
        ResourceNotFoundException.class,
        () -> client.getItem(request -> request.tableName("Nobody").key(key("a", 1))));
  }

  private void sentence() throws Exception {
    var error =
        refused(
            DynamoDbException.class,
            () ->
                client.getItem(
                    request -> request.tableName(TABLE).key(Map.of("customer", text("ada")))));
    expect("code", error.awsErrorDetails().errorCode(), "ValidationException");
    expect(
        "sentence",
        error.awsErrorDetails().errorMessage(),
        "The provided key element does not match the schema");
  }

  private void partiql() {
    var answer =
        client.executeStatement(
            request ->
                request
                    .statement("SELECT * FROM JavaOrders WHERE customer = ? AND \"number\" < ?")
                    .parameters(text("ada"), number(3)));
    expect("items", answer.items().size(), 3);
  }

  private void readStream() {
    String arn = clients.table(TABLE).latestStreamArn();
    List<OperationType> seen = new ArrayList<>();
    try (DynamoDbStreamsClient streams = clients.streams()) {
      var stream = streams.describeStream(request -> request.streamArn(arn)).streamDescription();
      for (Shard shard : stream.shards()) readShard(streams, arn, shard, seen);
    }
    long removals = seen.stream().filter(OperationType.REMOVE::equals).count();
    expect("inserts", seen.size() - removals, 26L);
    expect("removals", removals, 1L);
  }

  private static void readShard(
      DynamoDbStreamsClient streams, String arn, Shard shard, List<OperationType> seen) {
    String iterator =
        streams
            .getShardIterator(
                request ->
                    request
                        .streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    while (iterator != null) {
      String from = iterator;
      var page = streams.getRecords(request -> request.shardIterator(from).limit(9));
      if (page.records().isEmpty()) return;
      page.records().stream().map(Record::eventName).forEach(seen::add);
      iterator = page.nextShardIterator();
    }
  }

  private void deleteTable() {
    client.deleteTable(request -> request.tableName(TABLE));
    client.waiter().waitUntilTableNotExists(request -> request.tableName(TABLE));
  }
}
