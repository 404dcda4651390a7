// aws-sdk-go-v2 against the server whose URL is the first argument.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

const table = "GoOrders"
const orders = 25

var (
	ctx     = context.Background()
	client  *dynamodb.Client
	streams *dynamodbstreams.Client
)

type order struct {
	Customer string            `dynamodbav:"customer"`
	Number   int               `dynamodbav:"number"`
	Total    float64           `dynamodbav:"amount"`
	Tags     []string          `dynamodbav:"tags,stringset"`
	Lines    []map[string]any  `dynamodbav:"lines"`
	Notes    map[string]string `dynamodbav:"notes"`
	Scan     []byte            `dynamodbav:"scan"`
}

func main() {
	url := os.Args[1]
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		panic(err)
	}
	client = dynamodb.NewFromConfig(settings, func(o *dynamodb.Options) { o.BaseEndpoint = aws.String(url) })
	streams = dynamodbstreams.NewFromConfig(settings, func(o *dynamodbstreams.Options) { o.BaseEndpoint = aws.String(url) })
	metrics = cloudwatch.NewFromConfig(settings, func(o *cloudwatch.Options) { o.BaseEndpoint = aws.String(url) })
	if len(os.Args) > 2 {
		runDaxChecks(settings, os.Args[2])
		return
	}
	runChecks([]check{
		{"create a table and wait", createTable},
		{"write and read every type", writeAndRead},
		{"write batches and query by pages", queryByPages},
		{"update, and read the new attributes", update},
		{"a failed condition is a typed error with the item", failedCondition},
		{"a transaction writes and reads", transact},
		{"a cancelled transaction is a typed error with reasons", cancelledTransaction},
		{"a missing table is a typed error", missingTable},
		{"an API error has its code and sentence", apiError},
		{"PartiQL with parameters", partiql},
		{"the stream has every change in order", readStream},
		{"the table has metrics", listMetrics},
		{"statistics of a metric have the units that were written", metricStatistics},
		{"delete the table and wait", deleteTable},
	})
}

func key(customer string, number int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"customer": &types.AttributeValueMemberS{Value: customer},
		"number":   &types.AttributeValueMemberN{Value: fmt.Sprint(number)},
	}
}

func createTable() error {
	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: aws.String(table),
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("customer"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("number"), KeyType: types.KeyTypeRange},
		},
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("customer"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("number"), AttributeType: types.ScalarAttributeTypeN},
			{AttributeName: aws.String("amount"), AttributeType: types.ScalarAttributeTypeN},
		},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("byAmount"),
			KeySchema: []types.KeySchemaElement{
				{AttributeName: aws.String("customer"), KeyType: types.KeyTypeHash},
				{AttributeName: aws.String("amount"), KeyType: types.KeyTypeRange},
			},
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		}},
		BillingMode: types.BillingModePayPerRequest,
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled:  aws.Bool(true),
			StreamViewType: types.StreamViewTypeNewAndOldImages,
		},
	})
	if err != nil {
		return err
	}
	waiter := dynamodb.NewTableExistsWaiter(client)
	return waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(table)}, time.Minute)
}

func writeAndRead() error {
	written := order{
		Customer: "ada", Number: 0, Total: 12.5, Tags: []string{"new", "paid"},
		Lines: []map[string]any{{"sku": "a", "count": 2.0}}, Notes: map[string]string{"door": "Größe 漢字"},
		Scan: []byte{0, 255, 128},
	}
	item, err := attributevalue.MarshalMap(written)
	if err != nil {
		return err
	}
	if _, err = client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(table), Item: item}); err != nil {
		return err
	}
	found, err := client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(table), Key: key("ada", 0), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return err
	}
	var read order
	if err = attributevalue.UnmarshalMap(found.Item, &read); err != nil {
		return err
	}
	return expect("item", fmt.Sprint(read), fmt.Sprint(written))
}

func queryByPages() error {
	var requests []types.WriteRequest
	for number := 1; number < orders; number++ {
		item := key("ada", number)
		item["amount"] = &types.AttributeValueMemberN{Value: fmt.Sprint(100 - number)}
		requests = append(requests, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
	}
	written, err := client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{table: requests},
	})
	if err != nil {
		return err
	}
	if err := expect("unprocessed", len(written.UnprocessedItems), 0); err != nil {
		return err
	}
	pages := dynamodb.NewQueryPaginator(client, &dynamodb.QueryInput{
		TableName: aws.String(table), IndexName: aws.String("byAmount"), Limit: aws.Int32(4),
		KeyConditionExpression:    aws.String("customer = :c AND amount > :t"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":c": &types.AttributeValueMemberS{Value: "ada"}, ":t": &types.AttributeValueMemberN{Value: "50"}},
	})
	count, previous := 0, 0.0
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, item := range page.Items {
			var total float64
			if err := attributevalue.Unmarshal(item["amount"], &total); err != nil {
				return err
			}
			if total <= previous {
				return fmt.Errorf("total %v after %v", total, previous)
			}
			previous = total
			count++
		}
	}
	return expect("items of all pages", count, orders-1)
}

func update() error {
	answer, err := client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String(table), Key: key("ada", 1),
		UpdateExpression:          aws.String("SET #t = #t + :more ADD visits :one"),
		ExpressionAttributeNames:  map[string]string{"#t": "amount"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":more": &types.AttributeValueMemberN{Value: "0.5"}, ":one": &types.AttributeValueMemberN{Value: "1"}},
		ReturnValues:              types.ReturnValueUpdatedNew,
		ReturnConsumedCapacity:    types.ReturnConsumedCapacityTotal,
	})
	if err != nil {
		return err
	}
	total, _ := answer.Attributes["amount"].(*types.AttributeValueMemberN)
	if total == nil || total.Value != "99.5" {
		return fmt.Errorf("total: %v", answer.Attributes)
	}
	// One unit for the table, two for the index: its sort key has changed.
	return expect("capacity", *answer.ConsumedCapacity.CapacityUnits, 3.0)
}

func failedCondition() error {
	_, err := client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(table), Item: key("ada", 2),
		ConditionExpression:                 aws.String("attribute_not_exists(customer)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		return fmt.Errorf("got %v", err)
	}
	if err := expect("sentence", failed.ErrorMessage(), "The conditional request failed"); err != nil {
		return err
	}
	return expect("attributes of the item", len(failed.Item), 3)
}

func transact() error {
	put := key("bob", 1)
	put["amount"] = &types.AttributeValueMemberN{Value: "7"}
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: aws.String(table), Item: put}},
			{Delete: &types.Delete{TableName: aws.String(table), Key: key("ada", 24)}},
			{ConditionCheck: &types.ConditionCheck{TableName: aws.String(table), Key: key("ada", 0), ConditionExpression: aws.String("attribute_exists(amount)")}},
		},
		ClientRequestToken: aws.String("go-token-1"),
	})
	if err != nil {
		return err
	}
	read, err := client.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: []types.TransactGetItem{
		{Get: &types.Get{TableName: aws.String(table), Key: key("bob", 1)}},
		{Get: &types.Get{TableName: aws.String(table), Key: key("ada", 24)}},
	}})
	if err != nil {
		return err
	}
	if err := expect("attributes of the put item", len(read.Responses[0].Item), 3); err != nil {
		return err
	}
	return expect("attributes of the deleted item", len(read.Responses[1].Item), 0)
}

func cancelledTransaction() error {
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{TableName: aws.String(table), Item: key("eve", 1)}},
		{ConditionCheck: &types.ConditionCheck{TableName: aws.String(table), Key: key("ada", 0), ConditionExpression: aws.String("attribute_not_exists(amount)")}},
	}})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return fmt.Errorf("got %v", err)
	}
	if err := expect("first reason", *cancelled.CancellationReasons[0].Code, "None"); err != nil {
		return err
	}
	return expect("second reason", *cancelled.CancellationReasons[1].Code, "ConditionalCheckFailed")
}

func missingTable() error {
	_, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("Nobody"), Key: key("a", 1)})
	var missing *types.ResourceNotFoundException
	if !errors.As(err, &missing) {
		return fmt.Errorf("got %v", err)
	}
	return expect("sentence", missing.ErrorMessage(), "Requested resource not found")
}

func apiError() error {
	_, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(table), Key: key("", 1)})
	var api interface {
		ErrorCode() string
		ErrorMessage() string
	}
	if !errors.As(err, &api) {
		return fmt.Errorf("got %v", err)
	}
	if err := expect("code", api.ErrorCode(), "ValidationException"); err != nil {
		return err
	}
	return expect("sentence", api.ErrorMessage(), "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: customer")
}

func partiql() error {
	answer, err := client.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{
		Statement:  aws.String(`SELECT amount FROM "GoOrders" WHERE customer = ? AND "number" = ?`),
		Parameters: []types.AttributeValue{&types.AttributeValueMemberS{Value: "bob"}, &types.AttributeValueMemberN{Value: "1"}},
	})
	if err != nil {
		return err
	}
	if err := expect("items", len(answer.Items), 1); err != nil {
		return err
	}
	total, _ := answer.Items[0]["amount"].(*types.AttributeValueMemberN)
	return expect("amount", total.Value, "7")
}

func readStream() error {
	description, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(table)})
	if err != nil {
		return err
	}
	arn := description.Table.LatestStreamArn
	stream, err := streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	if err != nil {
		return err
	}
	counts := map[streamtypes.OperationType]int{}
	for _, shard := range stream.StreamDescription.Shards {
		if err := readShard(arn, shard.ShardId, counts); err != nil {
			return err
		}
	}
	got := fmt.Sprint(counts[streamtypes.OperationTypeInsert], counts[streamtypes.OperationTypeModify], counts[streamtypes.OperationTypeRemove])
	return expect("inserts, changes, removals", got, "26 1 1")
}

func readShard(arn, shard *string, counts map[streamtypes.OperationType]int) error {
	start, err := streams.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{
		StreamArn: arn, ShardId: shard, ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon,
	})
	if err != nil {
		return err
	}
	for iterator := start.ShardIterator; iterator != nil; {
		page, err := streams.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: iterator, Limit: aws.Int32(7)})
		if err != nil {
			return err
		}
		if len(page.Records) == 0 {
			return nil
		}
		for _, record := range page.Records {
			counts[record.EventName]++
		}
		iterator = page.NextShardIterator
	}
	return nil
}

func deleteTable() error {
	if _, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(table)}); err != nil {
		return err
	}
	waiter := dynamodb.NewTableNotExistsWaiter(client)
	return waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(table)}, time.Minute)
}
