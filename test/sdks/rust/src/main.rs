//! aws-sdk-dynamodb against the server whose URL is the first argument. Checks run in order, build
//! on each other, and report themselves as lines of JSON: a name, and what went wrong or null.
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::get_item::GetItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, Delete, Get,
    KeySchemaElement, KeyType, Put, PutRequest, ReturnValuesOnConditionCheckFailure,
    ScalarAttributeType, StreamSpecification, StreamViewType, TransactGetItem, TransactWriteItem,
    WriteRequest,
};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodbstreams::types::{OperationType, ShardIteratorType};
use std::collections::HashMap;
use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

const TABLE: &str = "RustOrders";
type Outcome = Result<(), Box<dyn std::error::Error>>;
type Item = HashMap<String, AttributeValue>;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let url = std::env::args().nth(1).expect("the URL of the server");
    let settings = aws_config::from_env().endpoint_url(url).load().await;
    let client = Client::new(&settings);
    let streams = aws_sdk_dynamodbstreams::Client::new(&settings);
    let mut failed = false;
    failed |= check("create a table and wait", create_table(&client)).await;
    failed |= check("write a batch and query by pages", query_by_pages(&client)).await;
    failed |= check("a failed condition is a typed error with the item", failed_condition(&client)).await;
    failed |= check("a transaction writes and reads", transact(&client)).await;
    failed |= check("a cancelled transaction is a typed error with reasons", cancelled(&client)).await;
    failed |= check("a missing table is a typed error", missing_table(&client)).await;
    failed |= check("the stream has every change", read_stream(&client, &streams)).await;
    failed |= check("delete the table and wait", delete_table(&client)).await;
    std::process::exit(i32::from(failed));
}

/// Prints the outcome, and returns whether it is a failure.
async fn check(name: &str, run: impl Future<Output = Outcome>) -> bool {
    let fault = run.await.err().map(|error| format!("{error:?}"));
    println!("{}", serde_json::json!({ "name": name, "fault": fault }));
    fault.is_some()
}

fn expect<T: PartialEq + Debug>(what: &str, got: T, wanted: T) -> Outcome {
    if got == wanted {
        return Ok(());
    }
    Err(format!("{what}: got {got:?}, wanted {wanted:?}").into())
}

fn key(customer: &str, number: i64) -> Item {
    HashMap::from([
        ("customer".to_string(), AttributeValue::S(customer.to_string())),
        ("number".to_string(), AttributeValue::N(number.to_string())),
    ])
}

async fn create_table(client: &Client) -> Outcome {
    let definition = |name: &str, kind| {
        AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build()
    };
    let part = |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::KeysOnly)
        .build()?;
    client
        .create_table()
        .table_name(TABLE)
        .attribute_definitions(definition("customer", ScalarAttributeType::S)?)
        .attribute_definitions(definition("number", ScalarAttributeType::N)?)
        .key_schema(part("customer", KeyType::Hash)?)
        .key_schema(part("number", KeyType::Range)?)
        .billing_mode(BillingMode::PayPerRequest)
        .stream_specification(stream)
        .send()
        .await?;
    client.wait_until_table_exists().table_name(TABLE).wait(Duration::from_secs(60)).await?;
    Ok(())
}

async fn query_by_pages(client: &Client) -> Outcome {
    let put = |number| {
        let item = PutRequest::builder().set_item(Some(key("ada", number))).build()?;
        Ok::<_, aws_sdk_dynamodb::error::BuildError>(WriteRequest::builder().put_request(item).build())
    };
    let puts = (0..25).map(put).collect::<Result<Vec<_>, _>>()?;
    let answer = client.batch_write_item().request_items(TABLE, puts).send().await?;
    expect("unprocessed", answer.unprocessed_items().map_or(0, HashMap::len), 0)?;
    let mut items = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("customer = :c AND #n BETWEEN :a AND :b")
        .expression_attribute_names("#n", "number")
        .expression_attribute_values(":c", AttributeValue::S("ada".into()))
        .expression_attribute_values(":a", AttributeValue::N("3".into()))
        .expression_attribute_values(":b", AttributeValue::N("20".into()))
        .limit(4)
        .into_paginator()
        .items()
        .send();
    let mut expected = 3;
    while let Some(item) = items.next().await {
        expect("item", item?, key("ada", expected))?;
        expected += 1;
    }
    expect("the end", expected, 21)
}

async fn failed_condition(client: &Client) -> Outcome {
    let answer = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .condition_expression("attribute_exists(absent)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await;
    match answer.map_err(|error| error.into_service_error()) {
        Err(DeleteItemError::ConditionalCheckFailedException(error)) => {
            expect("sentence", error.message(), Some("The conditional request failed"))?;
            expect("item", error.item(), Some(&key("ada", 1)))
        }
        other => Err(format!("{other:?}").into()),
    }
}

async fn transact(client: &Client) -> Outcome {
    let put = Put::builder().table_name(TABLE).set_item(Some(key("bob", 1))).build()?;
    let delete = Delete::builder().table_name(TABLE).set_key(Some(key("ada", 24))).build()?;
    client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().delete(delete).build())
        .send()
        .await?;
    let get = |item: Item| Get::builder().table_name(TABLE).set_key(Some(item)).build();
    let read = client
        .transact_get_items()
        .transact_items(TransactGetItem::builder().get(get(key("bob", 1))?).build())
        .transact_items(TransactGetItem::builder().get(get(key("ada", 24))?).build())
        .send()
        .await?;
    expect("the item put", read.responses()[0].item(), Some(&key("bob", 1)))?;
    expect("the item deleted", read.responses()[1].item(), None)
}

async fn cancelled(client: &Client) -> Outcome {
    let put = Put::builder().table_name(TABLE).set_item(Some(key("eve", 1))).build()?;
    let condition = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(key("ada", 0)))
        .condition_expression("attribute_exists(absent)")
        .build()?;
    let answer = client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().condition_check(condition).build())
        .send()
        .await;
    match answer.map_err(|error| error.into_service_error()) {
        Err(TransactWriteItemsError::TransactionCanceledException(error)) => {
            let codes = error.cancellation_reasons().iter().map(|reason| reason.code()).collect::<Vec<_>>();
            expect("reasons", codes, vec![Some("None"), Some("ConditionalCheckFailed")])
        }
        other => Err(format!("{other:?}").into()),
    }
}

async fn missing_table(client: &Client) -> Outcome {
    let answer = client.get_item().table_name("Nobody").set_key(Some(key("a", 1))).send().await;
    match answer.map_err(|error| error.into_service_error()) {
        Err(GetItemError::ResourceNotFoundException(error)) => {
            expect("sentence", error.message(), Some("Requested resource not found"))
        }
        other => Err(format!("{other:?}").into()),
    }
}

async fn read_stream(client: &Client, streams: &aws_sdk_dynamodbstreams::Client) -> Outcome {
    let table = client.describe_table().table_name(TABLE).send().await?;
    let arn = table.table().and_then(|table| table.latest_stream_arn()).ok_or("no stream")?.to_string();
    let description = streams.describe_stream().stream_arn(&arn).send().await?;
    let stream = description.stream_description().ok_or("no description")?;
    let (mut inserts, mut removals) = (0, 0);
    for shard in stream.shards() {
        let start = streams
            .get_shard_iterator()
            .stream_arn(&arn)
            .set_shard_id(shard.shard_id().map(String::from))
            .shard_iterator_type(ShardIteratorType::TrimHorizon)
            .send()
            .await?;
        let mut iterator = start.shard_iterator().map(String::from);
        while let Some(from) = iterator {
            let page = streams.get_records().shard_iterator(from).limit(6).send().await?;
            let is = |kind: &OperationType| page.records().iter().filter(|one| one.event_name() == Some(kind)).count();
            inserts += is(&OperationType::Insert);
            removals += is(&OperationType::Remove);
            iterator = page.next_shard_iterator().filter(|_| !page.records().is_empty()).map(String::from);
        }
    }
    expect("inserts and removals", (inserts, removals), (26, 1))
}

async fn delete_table(client: &Client) -> Outcome {
    client.delete_table().table_name(TABLE).send().await?;
    client.wait_until_table_not_exists().table_name(TABLE).wait(Duration::from_secs(60)).await?;
    Ok(())
}
