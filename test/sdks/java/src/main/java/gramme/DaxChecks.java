package gramme;

import static gramme.Checks.expect;
import static gramme.Checks.refused;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.dax.ClusterDaxClient;
import software.amazon.dax.Configuration;

/**
 * The DAX client of Java: its first argument is the server's URL for tables, the second the one of DAX. The server is
 * restarted when the program asks for it.
 */
final class DaxChecks {
  private static final String TABLE = "DaxJava";

  private final DynamoDbClient control;
  private final DynamoDbClient dax;

  private DaxChecks(DynamoDbClient control, DynamoDbClient dax) {
    this.control = control;
    this.dax = dax;
  }

  public static void main(String[] arguments) throws Exception {
    Configuration settings =
        Configuration.builder().url(arguments[1]).region(Clients.REGION).build();
    Checks checks = new Checks();
    try (DynamoDbClient control = new Clients(URI.create(arguments[0])).items();
        DynamoDbClient dax = ClusterDaxClient.builder().overrideConfiguration(settings).build()) {
      new DaxChecks(control, dax).runAll(checks);
    }
    checks.exit();
  }

  private void runAll(Checks checks) {
    checks.check("dax: a table is made without DAX", this::createTable);
    checks.check("dax: an item of all types is put and read", this::allTypes);
    checks.check("dax: a missing item is missing", this::missingItem);
    checks.check("dax: projections", this::projections);
    checks.check("dax: return values of writes", this::returnValues);
    checks.check("dax: batches", this::batches);
    checks.check("dax: queries by the page", this::queries);
    checks.check("dax: an index by the page", this::index);
    checks.check("dax: scans by the page and in segments", this::scans);
    checks.check("dax: transactions", this::transactions);
    checks.check("dax: a cancelled transaction has its reasons", this::cancelled);
    checks.check("dax: errors are typed", this::errors);
    checks.check("dax: consumed capacity", this::capacity);
    checks.check("dax: a restart of the server is survived", this::restart);
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

  private static Map<String, AttributeValue> order(long number) {
    return with(key("ann", number), Map.of("total", number(number * 10)));
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> all = new HashMap<>(item);
    all.putAll(more);
    return all;
  }

  private Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
    return dax.getItem(request -> request.tableName(TABLE).key(key)).item();
  }

  private void createTable() {
    control.createTable(
        request ->
            request
                .tableName(TABLE)
                .keySchema(
                    key -> key.attributeName("customer").keyType(KeyType.HASH),
                    key -> key.attributeName("number").keyType(KeyType.RANGE))
                .attributeDefinitions(
                    each -> each.attributeName("customer").attributeType(ScalarAttributeType.S),
                    each -> each.attributeName("number").attributeType(ScalarAttributeType.N),
                    each -> each.attributeName("total").attributeType(ScalarAttributeType.N))
                .globalSecondaryIndexes(
                    index ->
                        index
                            .indexName("byTotal")
                            .keySchema(
                                key -> key.attributeName("customer").keyType(KeyType.HASH),
                                key -> key.attributeName("total").keyType(KeyType.RANGE))
                            .projection(all -> all.projectionType(ProjectionType.ALL)))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    control.waiter().waitUntilTableExists(request -> request.tableName(TABLE));
  }

  private static final Map<String, AttributeValue> EVERYTHING =
      Map.ofEntries(
          Map.entry("text", text("grüße")),
          Map.entry("empty", text("")),
          Map.entry("whole", number(-17)),
          Map.entry("fraction", AttributeValue.fromN("3.25")),
          Map.entry("large", AttributeValue.fromN("12345678901234567890123456789012345678")),
          Map.entry("bytes", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, 1, -1}))),
          Map.entry("yes", AttributeValue.fromBool(true)),
          Map.entry("nothing", AttributeValue.fromNul(true)),
          Map.entry("list", AttributeValue.fromL(List.of(text("a"), number(1)))),
          Map.entry("map", AttributeValue.fromM(Map.of("inner", text("b")))),
          Map.entry("texts", AttributeValue.fromSs(List.of("a", "b"))),
          Map.entry("numbers", AttributeValue.fromNs(List.of("1", "2.5"))),
          Map.entry(
              "binaries", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("a")))));

  /** Sets have no order. */
  private static Object comparable(Map<String, AttributeValue> item) {
    Map<String, Object> all = new HashMap<>();
    item.forEach(
        (name, value) -> {
          if (value.hasSs()) all.put(name, Set.copyOf(value.ss()));
          else if (value.hasNs()) all.put(name, Set.copyOf(value.ns()));
          else all.put(name, value);
        });
    return all;
  }

  private void allTypes() {
    Map<String, AttributeValue> item = with(key("types", 1), EVERYTHING);
    dax.putItem(request -> request.tableName(TABLE).item(item));
    expect("first read", comparable(get(key("types", 1))), comparable(item));
    expect("second read", comparable(get(key("types", 1))), comparable(item));
    Map<String, AttributeValue> stored =
        control.getItem(request -> request.tableName(TABLE).key(key("types", 1))).item();
    expect("stored", comparable(stored), comparable(item));
    Map<String, AttributeValue> strong =
        dax.getItem(request -> request.tableName(TABLE).key(key("types", 1)).consistentRead(true))
            .item();
    expect("strong read", comparable(strong), comparable(item));
  }

  private void missingItem() {
    var missing = dax.getItem(request -> request.tableName(TABLE).key(key("nobody", 1)));
    expect("has an item", missing.hasItem(), false);
    dax.putItem(request -> request.tableName(TABLE).item(key("nobody", 1)));
    expect("item", get(key("nobody", 1)), key("nobody", 1));
  }

  private void projections() {
    Map<String, AttributeValue> found =
        dax.getItem(
                request ->
                    request
                        .tableName(TABLE)
                        .key(key("types", 1))
                        .projectionExpression("#t, #m.inner, #l[1]")
                        .expressionAttributeNames(Map.of("#t", "text", "#m", "map", "#l", "list")))
            .item();
    expect(
        "projected",
        found,
        Map.of(
            "text", EVERYTHING.get("text"),
            "map", EVERYTHING.get("map"),
            "list", AttributeValue.fromL(List.of(number(1)))));
  }

  private Map<String, AttributeValue> update(ReturnValue returned) {
    return dax.updateItem(
            request ->
                request
                    .tableName(TABLE)
                    .key(key("ann", 1))
                    .updateExpression("SET total = total + :more, #s = if_not_exists(#s, :s)")
                    .expressionAttributeNames(Map.of("#s", "steps"))
                    .expressionAttributeValues(
                        Map.of(":more", number(5), ":s", AttributeValue.fromL(List.of())))
                    .returnValues(returned))
        .attributes();
  }

  private void returnValues() {
    dax.putItem(request -> request.tableName(TABLE).item(order(1)));
    Map<String, AttributeValue> old =
        dax.putItem(
                request ->
                    request.tableName(TABLE).item(order(1)).returnValues(ReturnValue.ALL_OLD))
            .attributes();
    expect("old", old, order(1));
    AttributeValue steps = AttributeValue.fromL(List.of());
    expect("UPDATED_OLD", update(ReturnValue.UPDATED_OLD), Map.of("total", number(10)));
    expect(
        "UPDATED_NEW",
        update(ReturnValue.UPDATED_NEW),
        Map.of("total", number(20), "steps", steps));
    expect(
        "ALL_NEW",
        update(ReturnValue.ALL_NEW),
        with(order(1), Map.of("total", number(25), "steps", steps)));
    Map<String, AttributeValue> gone =
        dax.deleteItem(
                request ->
                    request
                        .tableName(TABLE)
                        .key(key("ann", 1))
                        .returnValues(ReturnValue.ALL_OLD))
            .attributes();
    expect("deleted", gone.get("total"), number(25));
    expect("is gone", get(key("ann", 1)), Map.of());
  }

  private void batches() {
    List<WriteRequest> puts =
        IntStream.rangeClosed(1, 25)
            .mapToObj(n -> WriteRequest.builder().putRequest(put -> put.item(order(n))).build())
            .toList();
    dax.batchWriteItem(request -> request.requestItems(Map.of(TABLE, puts)));
    List<Map<String, AttributeValue>> keys =
        IntStream.rangeClosed(1, 30).mapToObj(n -> key("ann", n)).toList();
    List<Map<String, AttributeValue>> found =
        dax.batchGetItem(
                request ->
                    request.requestItems(
                        Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build())))
            .responses()
            .get(TABLE);
    Set<Object> wanted = new HashSet<>();
    IntStream.rangeClosed(1, 25).forEach(n -> wanted.add(order(n)));
    expect("items", new HashSet<Object>(found), wanted);
  }

  private void queries() {
    List<String> numbers = new ArrayList<>();
    Map<String, AttributeValue> start = Map.of();
    int pages = 0;
    do {
      Map<String, AttributeValue> from = start;
      QueryResponse page =
          dax.query(
              request ->
                  request
                      .tableName(TABLE)
                      .keyConditionExpression("customer = :c AND #n BETWEEN :low AND :high")
                      .filterExpression("total > :t OR begins_with(note, :none)")
                      .expressionAttributeNames(Map.of("#n", "number"))
                      .expressionAttributeValues(
                          Map.of(
                              ":c", text("ann"),
                              ":low", number(2),
                              ":high", number(23),
                              ":t", number(50),
                              ":none", text("zed")))
                      .limit(7)
                      .exclusiveStartKey(from.isEmpty() ? null : from));
      page.items().forEach(item -> numbers.add(item.get("number").n()));
      start = page.lastEvaluatedKey();
      pages++;
    } while (!start.isEmpty());
    expect("pages", pages, 4);
    expect("numbers", numbers, IntStream.rangeClosed(6, 23).mapToObj(String::valueOf).toList());
    int count =
        dax.query(
                request ->
                    request
                        .tableName(TABLE)
                        .keyConditionExpression("customer = :c")
                        .expressionAttributeValues(Map.of(":c", text("ann")))
                        .select(Select.COUNT))
            .count();
    expect("count", count, 25);
  }

  private void index() {
    List<String> numbers = new ArrayList<>();
    Map<String, AttributeValue> start = Map.of();
    do {
      Map<String, AttributeValue> from = start;
      QueryResponse page =
          dax.query(
              request ->
                  request
                      .tableName(TABLE)
                      .indexName("byTotal")
                      .keyConditionExpression("customer = :c AND total > :low")
                      .expressionAttributeValues(Map.of(":c", text("ann"), ":low", number(200)))
                      .scanIndexForward(false)
                      .limit(2)
                      .exclusiveStartKey(from.isEmpty() ? null : from));
      page.items().forEach(item -> numbers.add(item.get("number").n()));
      start = page.lastEvaluatedKey();
    } while (!start.isEmpty());
    expect("numbers", numbers, List.of("25", "24", "23", "22", "21"));
  }

  private void scans() {
    int seen = 0;
    Map<String, AttributeValue> start = Map.of();
    do {
      Map<String, AttributeValue> from = start;
      var page =
          dax.scan(
              request ->
                  request
                      .tableName(TABLE)
                      .limit(10)
                      .exclusiveStartKey(from.isEmpty() ? null : from));
      seen += page.count();
      start = page.lastEvaluatedKey();
    } while (!start.isEmpty());
    int inSegments = 0;
    for (int segment = 0; segment < 3; segment++) {
      int part = segment;
      inSegments +=
          dax.scan(request -> request.tableName(TABLE).segment(part).totalSegments(3)).count();
    }
    expect("items in segments", inSegments, seen);
    expect("items", seen, control.scan(request -> request.tableName(TABLE)).count());
  }

  private void transactions() {
    dax.transactWriteItems(
        request ->
            request.transactItems(
                TransactWriteItem.builder()
                    .put(put -> put.tableName(TABLE).item(order(50)))
                    .build(),
                TransactWriteItem.builder()
                    .update(
                        update ->
                            update
                                .tableName(TABLE)
                                .key(key("ann", 2))
                                .updateExpression("SET total = :t")
                                .expressionAttributeValues(Map.of(":t", number(7))))
                    .build(),
                TransactWriteItem.builder()
                    .delete(delete -> delete.tableName(TABLE).key(key("ann", 3)))
                    .build(),
                TransactWriteItem.builder()
                    .conditionCheck(
                        check ->
                            check
                                .tableName(TABLE)
                                .key(key("ann", 4))
                                .conditionExpression("attribute_exists(total)"))
                    .build()));
    var found =
        dax.transactGetItems(
                request -> request.transactItems(reading(50), reading(2), reading(3)))
            .responses();
    expect("put", found.get(0).item(), order(50));
    expect("updated", found.get(1).item().get("total"), number(7));
    expect("deleted", found.get(2).item(), Map.of());
    expect("read later", get(key("ann", 2)).get("total"), number(7));
  }

  private static TransactGetItem reading(long number) {
    return TransactGetItem.builder()
        .get(get -> get.tableName(TABLE).key(key("ann", number)))
        .build();
  }

  private void cancelled() throws Exception {
    var error =
        refused(
            TransactionCanceledException.class,
            () ->
                dax.transactWriteItems(
                    request ->
                        request.transactItems(
                            TransactWriteItem.builder()
                                .put(put -> put.tableName(TABLE).item(order(51)))
                                .build(),
                            TransactWriteItem.builder()
                                .put(
                                    put ->
                                        put.tableName(TABLE)
                                            .item(order(4))
                                            .conditionExpression("attribute_not_exists(customer)")
                                            .returnValuesOnConditionCheckFailure(
                                                ReturnValuesOnConditionCheckFailure.ALL_OLD))
                                .build())));
    var reasons = error.cancellationReasons();
    expect("reasons", reasons.size(), 2);
    expect("reason", reasons.get(1).code(), "ConditionalCheckFailed");
    expect("item", reasons.get(1).item().get("total"), number(40));
  }

  private void errors() throws Exception {
    refused(
        ConditionalCheckFailedException.class,
        () ->
            dax.putItem(
                request ->
                    request
                        .tableName(TABLE)
                        .item(order(4))
                        .conditionExpression("attribute_not_exists(customer)")));
    refused(
        ResourceNotFoundException.class,
        () -> dax.getItem(request -> request.tableName("DaxJavaNone").key(key("a", 1))));
  }

  private void capacity() {
    var consumed =
        dax.putItem(
                request ->
                    request
                        .tableName(TABLE)
                        .item(order(60))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity();
    expect("table", consumed.tableName(), TABLE);
    expect("units", consumed.capacityUnits(), 2.0);
  }

  private void restart() throws Exception {
    System.out.println("{\"ask\": \"restart\"}");
    System.out.flush();
    System.in.read();
    expect("text", get(key("types", 1)).get("text"), EVERYTHING.get("text"));
    dax.putItem(request -> request.tableName(TABLE).item(order(70)));
    expect("written after", get(key("ann", 70)), order(70));
  }
}
