// AWS's DAX client for Go: the first argument is the server's URL for tables, the second the one of DAX.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-dax-go-v2/dax"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

const (
	daxTable  = "DaxGo"
	daxSimple = "DaxGoSimple"
)

type item = map[string]types.AttributeValue

var accelerated *dax.Dax

func runDaxChecks(settings aws.Config, url string) {
	var err error
	if accelerated, err = dax.NewFromConfig(settings, url); err != nil {
		panic(err)
	}
	runChecks([]check{
		{"tables are made without DAX", daxTables},
		{"an item of all types is put and read", daxAllTypes},
		{"a binary key, and numbers as keys", daxKeys},
		{"a missing item is missing", daxMissing},
		{"projections", daxProjections},
		{"return values of writes", daxReturnValues},
		{"batches", daxBatches},
		{"queries by the page", daxQueries},
		{"an index by the page", daxIndex},
		{"scans by the page and in segments", daxScans},
		{"transactions", daxTransactions},
		{"a cancelled transaction has its reasons", daxCancelled},
		{"errors are typed", daxErrors},
		{"consumed capacity", daxConsumed},
		{"a restart of the server is survived", daxRestart},
	})
	accelerated.Close()
}

func daxTables() error {
	keyed := func(names ...string) []types.KeySchemaElement {
		elements := []types.KeySchemaElement{}
		for i, name := range names {
			kind := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}[i]
			elements = append(elements, types.KeySchemaElement{AttributeName: aws.String(name), KeyType: kind})
		}
		return elements
	}
	typed := func(name string, kind types.ScalarAttributeType) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: kind}
	}
	inputs := []*dynamodb.CreateTableInput{
		{
			TableName: aws.String(daxTable),
			KeySchema: keyed("customer", "number"),
			AttributeDefinitions: []types.AttributeDefinition{
				typed("customer", types.ScalarAttributeTypeS),
				typed("number", types.ScalarAttributeTypeN),
				typed("total", types.ScalarAttributeTypeN),
			},
			GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
				IndexName:  aws.String("byTotal"),
				KeySchema:  keyed("customer", "total"),
				Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
			}},
			BillingMode: types.BillingModePayPerRequest,
		},
		{
			TableName:            aws.String(daxSimple),
			KeySchema:            keyed("id"),
			AttributeDefinitions: []types.AttributeDefinition{typed("id", types.ScalarAttributeTypeB)},
			BillingMode:          types.BillingModePayPerRequest,
		},
	}
	waiter := dynamodb.NewTableExistsWaiter(client)
	for _, input := range inputs {
		if _, err := client.CreateTable(ctx, input); err != nil {
			return err
		}
		described := &dynamodb.DescribeTableInput{TableName: input.TableName}
		if err := waiter.Wait(ctx, described, time.Minute); err != nil {
			return err
		}
	}
	return nil
}

func daxAllTypes() error {
	whole := key("types", 1)
	for name, value := range everything {
		whole[name] = value
	}
	if err := put(daxTable, whole); err != nil {
		return err
	}
	for range 2 {
		if err := holds(daxTable, key("types", 1), whole); err != nil {
			return err
		}
	}
	input := &dynamodb.GetItemInput{
		TableName: aws.String(daxTable), Key: key("types", 1), ConsistentRead: aws.Bool(true),
	}
	strong, err := accelerated.GetItem(ctx, input)
	if err != nil {
		return err
	}
	stored, err := client.GetItem(ctx, input)
	if err != nil {
		return err
	}
	return firstOf(same("strong read", strong.Item, whole), same("stored item", stored.Item, whole))
}

func daxKeys() error {
	for _, raw := range [][]byte{{0}, {255, 254}, []byte("plain")} {
		id := &types.AttributeValueMemberB{Value: raw}
		written := item{"id": id, "n": number("1")}
		if err := put(daxSimple, written); err != nil {
			return err
		}
		if err := holds(daxSimple, item{"id": id}, written); err != nil {
			return err
		}
	}
	for _, each := range []string{"-1.5", "0", "1E+3", "0.001", "99999999999999999999"} {
		if err := put(daxTable, item{"customer": text("keys"), "number": number(each)}); err != nil {
			return err
		}
	}
	found, err := accelerated.Query(ctx, &dynamodb.QueryInput{
		TableName:                 aws.String(daxTable),
		KeyConditionExpression:    aws.String("customer = :c"),
		ExpressionAttributeValues: item{":c": text("keys")},
	})
	if err != nil {
		return err
	}
	wanted := []string{"-1.5", "0", "0.001", "1000", "99999999999999999999"}
	if err := expect("keys", len(found.Items), len(wanted)); err != nil {
		return err
	}
	for i, each := range found.Items {
		got := each["number"].(*types.AttributeValueMemberN).Value
		if err := expect("key", exact(got), exact(wanted[i])); err != nil {
			return err
		}
	}
	return nil
}

func daxMissing() error {
	nobody := key("nobody", 1)
	return firstOf(
		holds(daxTable, nobody, nil),
		holds(daxTable, nobody, nil),
		put(daxTable, nobody),
		holds(daxTable, nobody, nobody),
	)
}

func daxProjections() error {
	found, err := accelerated.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(daxTable), Key: key("types", 1),
		ProjectionExpression:     aws.String("#t, #m.inner.deep, #l[1]"),
		ExpressionAttributeNames: map[string]string{"#t": "text", "#m": "map", "#l": "list"},
	})
	if err != nil {
		return err
	}
	return same("projection", found.Item, item{
		"text": everything["text"], "map": everything["map"],
		"list": &types.AttributeValueMemberL{Value: []types.AttributeValue{number("1")}},
	})
}

func daxReturnValues() error {
	first := orderOf(1, item{"note": text("new")})
	for _, written := range []struct{ next, old item }{{first, nil}, {orderOf(1), first}} {
		answer, err := accelerated.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: aws.String(daxTable), Item: written.next, ReturnValues: types.ReturnValueAllOld,
		})
		if err != nil {
			return err
		}
		if fault := same("old item", answer.Attributes, written.old); fault != nil {
			return fault
		}
	}
	steps := item{"steps": &types.AttributeValueMemberL{Value: []types.AttributeValue{}}}
	total := func(value string) item { return item{"total": number(value)} }
	for _, wanted := range []struct {
		returned   types.ReturnValue
		attributes item
	}{
		{types.ReturnValueUpdatedOld, total("10")},
		{types.ReturnValueUpdatedNew, item{"total": number("20"), "steps": steps["steps"]}},
		{types.ReturnValueAllOld, orderOf(1, steps, total("20"))},
		{types.ReturnValueAllNew, orderOf(1, steps, total("30"))},
	} {
		answer, err := accelerated.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: aws.String(daxTable), Key: key("ann", 1), ReturnValues: wanted.returned,
			UpdateExpression:         aws.String("SET total = total + :more, #s = if_not_exists(#s, :list) REMOVE note"),
			ExpressionAttributeNames: map[string]string{"#s": "steps"},
			ExpressionAttributeValues: item{
				":more": number("5"), ":list": steps["steps"],
			},
		})
		if err != nil {
			return err
		}
		if fault := same(string(wanted.returned), answer.Attributes, wanted.attributes); fault != nil {
			return fault
		}
	}
	gone, err := accelerated.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String(daxTable), Key: key("ann", 1), ReturnValues: types.ReturnValueAllOld,
	})
	if err != nil {
		return err
	}
	deleted := same("deleted item", gone.Attributes, orderOf(1, steps, total("30")))
	return firstOf(deleted, holds(daxTable, key("ann", 1), nil))
}

func daxErrors() error {
	_, err := accelerated.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(daxTable), Item: orderOf(4),
		ConditionExpression:       aws.String("attribute_not_exists(customer) AND size(total) < :n"),
		ExpressionAttributeValues: item{":n": number("3")},
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		return fmt.Errorf("not a failed condition: %T %v", err, err)
	}
	_, missing := get("DaxGoNone", item{"id": text("x")})
	_, scanned := accelerated.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("DaxGoNone")})
	for _, err := range []error{missing, scanned} {
		var found smithy.APIError
		if !errors.As(err, &found) || found.ErrorCode() != "ResourceNotFoundException" {
			return fmt.Errorf("not a missing table: %T %v", err, err)
		}
	}
	return nil
}

func daxConsumed() error {
	answer, err := accelerated.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(daxTable), Item: orderOf(60), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	})
	if err != nil {
		return err
	}
	return firstOf(
		expect("table", aws.ToString(answer.ConsumedCapacity.TableName), daxTable),
		expect("units", aws.ToFloat64(answer.ConsumedCapacity.CapacityUnits), 2),
	)
}

// Asks the runner to restart the server, and waits until it is back.
func restartServer() {
	fmt.Println(`{"ask": "restart"}`)
	var answer string
	fmt.Fscanln(os.Stdin, &answer)
}

// The client does not try again what it sends on a connection that was closed meanwhile, so its user does.
func untilConnected(try func() error) error {
	var fault error
	for range 20 {
		if fault = try(); fault == nil || !strings.Contains(fault.Error(), "EOF") {
			return fault
		}
	}
	return fault
}

func daxRestart() error {
	restartServer()
	var got item
	err := untilConnected(func() (fault error) {
		got, fault = get(daxTable, key("types", 1))
		return fault
	})
	if err != nil {
		return err
	}
	return firstOf(
		same("item", item{"text": got["text"]}, item{"text": everything["text"]}),
		put(daxTable, orderOf(70)),
		holds(daxTable, key("ann", 70), orderOf(70)),
	)
}
