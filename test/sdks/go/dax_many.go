// The checks of DAX that are about many items: batches, pages, transactions.
package main

import (
	"errors"
	"fmt"

	"github.com/aws/aws-dax-go-v2/dax"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func status(n int) item {
	if n%2 == 1 {
		return item{"status": text("paid")}
	}
	return item{"status": text("open")}
}

func daxBatches() error {
	var puts []types.WriteRequest
	for n := 1; n <= 25; n++ {
		puts = append(puts, types.WriteRequest{PutRequest: &types.PutRequest{Item: orderOf(n, status(n))}})
	}
	written, err := accelerated.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{daxTable: puts},
	})
	if err != nil {
		return err
	}
	var keys []item
	for n := 1; n <= 30; n++ {
		keys = append(keys, key("ann", n))
	}
	got, err := accelerated.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{daxTable: {Keys: keys}},
	})
	if err != nil {
		return err
	}
	counts := firstOf(
		expect("unprocessed items", len(written.UnprocessedItems), 0),
		expect("unprocessed keys", len(got.UnprocessedKeys), 0),
		expect("items", len(got.Responses[daxTable]), 25),
	)
	if counts != nil {
		return counts
	}
	for _, each := range got.Responses[daxTable] {
		var n int
		fmt.Sscan(each["number"].(*types.AttributeValueMemberN).Value, &n)
		if err := same("item of a batch", each, orderOf(n, status(n))); err != nil {
			return err
		}
	}
	few, err := accelerated.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{
			daxTable: {Keys: keys[:1], ProjectionExpression: aws.String("total")},
		},
	})
	if err != nil {
		return err
	}
	if err := same("part of an item", few.Responses[daxTable][0], item{"total": number("10")}); err != nil {
		return err
	}
	_, err = accelerated.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{
			daxTable: {{DeleteRequest: &types.DeleteRequest{Key: key("ann", 25)}}},
		},
	})
	return firstOf(err, holds(daxTable, key("ann", 25), nil))
}

func numbersOf(items []item) []string {
	var found []string
	for _, each := range items {
		found = append(found, each["number"].(*types.AttributeValueMemberN).Value)
	}
	return found
}

func daxQueries() error {
	input := &dynamodb.QueryInput{
		TableName:                aws.String(daxTable),
		KeyConditionExpression:   aws.String("customer = :c AND #n BETWEEN :low AND :high"),
		FilterExpression:         aws.String("#s = :paid OR contains(#s, :none)"),
		ExpressionAttributeNames: map[string]string{"#n": "number", "#s": "status"},
		ExpressionAttributeValues: item{
			":c": text("ann"), ":low": number("2"), ":high": number("23"),
			":paid": text("paid"), ":none": text("nothing"),
		},
		Limit: aws.Int32(7),
	}
	var scanned []int32
	var numbers []string
	pages := dax.NewQueryPaginator(accelerated, input)
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		scanned = append(scanned, page.ScannedCount)
		numbers = append(numbers, numbersOf(page.Items)...)
	}
	var odd []string
	for n := 3; n < 24; n += 2 {
		odd = append(odd, fmt.Sprint(n))
	}
	counted, err := accelerated.Query(ctx, &dynamodb.QueryInput{
		TableName:                 aws.String(daxTable),
		KeyConditionExpression:    aws.String("customer = :c"),
		ExpressionAttributeValues: item{":c": text("ann")},
		Select:                    types.SelectCount,
		ScanIndexForward:          aws.Bool(false),
	})
	if err != nil {
		return err
	}
	return firstOf(
		expect("scanned", fmt.Sprint(scanned), "[7 7 7 1]"),
		expect("numbers", fmt.Sprint(numbers), fmt.Sprint(odd)),
		expect("count", counted.Count, 24),
		expect("items of a count", len(counted.Items), 0),
	)
}

func daxIndex() error {
	var numbers, wanted []string
	pages := dax.NewQueryPaginator(accelerated, &dynamodb.QueryInput{
		TableName:                 aws.String(daxTable),
		IndexName:                 aws.String("byTotal"),
		KeyConditionExpression:    aws.String("customer = :c AND total > :low"),
		ExpressionAttributeValues: item{":c": text("ann"), ":low": number("100")},
		ScanIndexForward:          aws.Bool(false),
		Limit:                     aws.Int32(5),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		numbers = append(numbers, numbersOf(page.Items)...)
	}
	for n := 24; n > 10; n-- {
		wanted = append(wanted, fmt.Sprint(n))
	}
	return expect("numbers", fmt.Sprint(numbers), fmt.Sprint(wanted))
}

func daxScans() error {
	var seen, inParts int32
	pages := dax.NewScanPaginator(accelerated, &dynamodb.ScanInput{TableName: aws.String(daxTable), Limit: aws.Int32(10)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		seen += page.Count
	}
	for n := range int32(3) {
		part, err := accelerated.Scan(ctx, &dynamodb.ScanInput{
			TableName: aws.String(daxTable), Segment: aws.Int32(n), TotalSegments: aws.Int32(3),
		})
		if err != nil {
			return err
		}
		inParts += part.Count
	}
	stored, err := client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String(daxTable)})
	if err != nil {
		return err
	}
	return firstOf(expect("by the page", seen, stored.Count), expect("in segments", inParts, stored.Count))
}

func daxTransactions() error {
	_, err := accelerated.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: aws.String(daxTable), Item: orderOf(50)}},
			{Update: &types.Update{
				TableName: aws.String(daxTable), Key: key("ann", 2), UpdateExpression: aws.String("SET total = :t"),
				ExpressionAttributeValues: item{":t": number("7")},
			}},
			{Delete: &types.Delete{TableName: aws.String(daxTable), Key: key("ann", 3)}},
			{ConditionCheck: &types.ConditionCheck{
				TableName: aws.String(daxTable), Key: key("ann", 4),
				ConditionExpression: aws.String("attribute_exists(total)"),
			}},
		},
		ClientRequestToken: aws.String("once"),
	})
	if err != nil {
		return err
	}
	var gets []types.TransactGetItem
	for _, n := range []int{50, 2, 3} {
		gets = append(gets, types.TransactGetItem{Get: &types.Get{TableName: aws.String(daxTable), Key: key("ann", n)}})
	}
	got, err := accelerated.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: gets})
	if err != nil {
		return err
	}
	changed := orderOf(2, status(2), item{"total": number("7")})
	return firstOf(
		expect("responses", len(got.Responses), 3),
		same("put", got.Responses[0].Item, orderOf(50)),
		same("updated", got.Responses[1].Item, changed),
		expect("deleted", len(got.Responses[2].Item), 0),
		holds(daxTable, key("ann", 2), changed),
	)
}

func daxCancelled() error {
	_, err := accelerated.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: aws.String(daxTable), Item: orderOf(51)}},
			{Put: &types.Put{
				TableName: aws.String(daxTable), Item: orderOf(4),
				ConditionExpression:                 aws.String("attribute_not_exists(customer)"),
				ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
			}},
		},
	})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return fmt.Errorf("not a cancelled transaction: %T %v", err, err)
	}
	if err := expect("reasons", len(cancelled.CancellationReasons), 2); err != nil {
		return err
	}
	first, second := cancelled.CancellationReasons[0], cancelled.CancellationReasons[1]
	return firstOf(
		expect("first", aws.ToString(first.Code), "None"),
		expect("second", aws.ToString(second.Code), "ConditionalCheckFailed"),
		same("item", second.Item, orderOf(4, status(4))),
		holds(daxTable, key("ann", 51), nil),
	)
}
