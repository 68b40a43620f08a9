//! The code table: all kinds of findings with severity and summary. Each has a page in
//! `docs/errors`.

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The definition cannot be compiled.
    Error,
    /// The definition compiles, but probably does not do what its author wants.
    Warning,
}

/// Declares the codes, one row each.
macro_rules! codes {
    ($($name:ident = $id:literal $severity:ident, $summary:literal;)*) => {
        /// A kind of finding. Ids are grouped by family and never reused.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Code {
            $(#[doc = $summary] $name,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The id for users, such as `ASL0401`.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// The code with an id, in upper or lower case.
            pub fn of_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
            }

            /// True if its findings need the models of AWS's services.
            pub fn needs_models(self) -> bool {
                matches!(
                    self,
                    Self::UnknownRequestMember
                        | Self::DoubtfulRequest
                        | Self::UnknownServiceError
                        | Self::ServiceResult
                )
            }

            /// Error or warning.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// True if what it reports certainly fails when a run reaches it.
            pub fn is_certain(self) -> bool {
                self == Self::AlwaysFails
            }

            /// True for a warning of something that AWS refuses today. It may be newer than what this
            /// compiler knows, so it is no error.
            pub fn is_refused_by_aws(self) -> bool {
                self == Self::UnknownCall
            }

            /// One-line summary.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$name => $summary),* }
            }
        }
    };
}

codes! {
    // text
    JsonSyntax = "ASL0101" Error, "the text is not JSON";
    DuplicateKey = "ASL0102" Error, "a key appears twice in one object";
    NotUtf8 = "ASL0103" Error, "the file is not UTF-8 text";
    TooLarge = "ASL0104" Error, "the file is larger than 1 MiB";
    TooDeep = "ASL0105" Error, "the text is nested too deeply";
    CannotRead = "ASL0106" Error, "a file cannot be read";
    YamlSyntax = "ASL0107" Error, "the text is not YAML";
    OnlyYaml = "ASL0108" Error, "a part of YAML that JSON cannot say";
    CannotInclude = "ASL0109" Error, "a file that the definition names cannot be read";
    // top level
    NotAnObject = "ASL0201" Error, "the definition is not an object";
    MissingField = "ASL0202" Error, "a required field is missing";
    WrongType = "ASL0203" Error, "a value has the wrong type";
    UnknownStart = "ASL0204" Error, "`StartAt` names no state";
    UnknownVersion = "ASL0205" Error, "an unknown `Version`";
    NoStates = "ASL0206" Error, "`States` is empty";
    UnknownQueryLanguage = "ASL0207" Error, "an unknown `QueryLanguage`";
    LanguageDowngrade = "ASL0208" Error, "a state in JSONPath in a machine in JSONata";
    // names
    DuplicateStateName = "ASL0301" Error, "two states have the same name";
    StateNameTooLong = "ASL0302" Error, "a state name is too long";
    StateNameLongForAws = "ASL0303" Warning, "a state name is longer than AWS allows today";
    EmptyStateName = "ASL0304" Error, "a state name is empty";
    DuplicateLabel = "ASL0306" Error, "two Maps have the same `Label`";
    TurnedName = "ASL0305" Error, "a name with a character that changes the direction of text";
    // graph
    UnknownTarget = "ASL0401" Error, "a transition names no state";
    TargetInOtherScope = "ASL0402" Error, "a transition leaves its branch";
    NoTransition = "ASL0403" Error, "a state has neither `Next` nor `End`";
    NextAndEnd = "ASL0404" Error, "a state has both `Next` and `End`";
    TransitionForbidden = "ASL0405" Error, "a state type has no such transition";
    Unreachable = "ASL0406" Error, "no transition names a state";
    NoTerminalState = "ASL0407" Error, "no state of the machine ends anything";
    CannotEnd = "ASL0408" Warning, "a state can never reach an end";
    NeverEntered = "ASL0409" Warning, "no path from `StartAt` leads to a state";
    // fields
    FieldNotAllowed = "ASL0501" Error, "a field does not belong to this state type";
    UnknownField = "ASL0502" Error, "a field that the language does not have";
    ExclusiveFields = "ASL0503" Error, "two fields exclude each other";
    MissingOneOf = "ASL0504" Error, "one of several fields is required";
    HeartbeatNotSmaller = "ASL0505" Error, "`HeartbeatSeconds` is not smaller than `TimeoutSeconds`";
    UnknownStateType = "ASL0506" Error, "an unknown state `Type`";
    FailWithoutError = "ASL0507" Warning, "a Fail state without `Error`";
    EmptyBranches = "ASL0508" Error, "`Branches` is empty";
    UnknownWord = "ASL0510" Error, "a field takes only some words, and this is none of them";
    BadLabel = "ASL0511" Error, "a `Label` that AWS does not take";
    FailWithoutCause = "ASL0513" Error, "a Fail state without the `Cause` that the specification requires";
    ShortPatience = "ASL0514" Warning, "a task that ends by an external report, with the default time-out of 60 seconds";
    TokenNeverSent = "ASL0515" Warning, "a task that waits for its token, which nothing sends";
    IdleInline = "ASL0512" Warning, "a field without effect in an inline Map";
    IdleHeartbeat = "ASL0509" Warning, "a heartbeat that the default time-out always precedes";
    // numbers
    NotAnInteger = "ASL0601" Error, "a number must be an integer";
    OutOfRange = "ASL0602" Error, "a number is out of range";
    // paths
    PathSyntax = "ASL0701" Error, "a path that cannot be read";
    NotAReferencePath = "ASL0702" Error, "a Reference Path is required here";
    NotAPath = "ASL0703" Error, "the value of a `.$` key is not a path";
    TemplateKeyTwice = "ASL0704" Error, "a key and its `.$` form side by side";
    LooksLikeAPath = "ASL0705" Warning, "a value looks like a path but its key does not end in `.$`";
    PathInResult = "ASL0706" Warning, "`Result` is static: a path in it is not evaluated";
    NoPattern = "ASL0707" Warning, "a pattern that is no I-Regexp matches nothing";
    DoubtfulFilter = "ASL0708" Warning, "a filter that Step Functions may read otherwise";
    NotInThisDialect = "ASL0709" Error, "a part of JSONPath that Step Functions does not have";
    UnevaluablePath = "ASL0710" Warning, "a path that Step Functions accepts and cannot evaluate";
    // choice
    EmptyChoices = "ASL0801" Error, "`Choices` is empty";
    NoOperator = "ASL0802" Error, "a choice rule without a comparison";
    SeveralOperators = "ASL0803" Error, "a choice rule with several comparisons";
    OperandType = "ASL0804" Error, "the operand has the wrong type";
    NestedNext = "ASL0805" Error, "`Next` in a nested rule";
    UnknownOperator = "ASL0806" Error, "an unknown comparison operator";
    EmptyRuleList = "ASL0807" Error, "`And` or `Or` without rules";
    OpenEscape = "ASL0808" Error, "a backslash in `StringMatches` that escapes nothing";
    ShadowedRule = "ASL0811" Warning, "a choice rule that earlier rules always precede";
    ImpossibleCondition = "ASL0812" Warning, "a condition that can never hold";
    UnreachableDefault = "ASL0813" Warning, "a `Default` that is never taken";
    NotExhaustive = "ASL0814" Warning, "a Choice without `Default` whose rules leave cases open";
    // errors
    EmptyErrorEquals = "ASL0901" Error, "`ErrorEquals` is empty";
    AllNotAlone = "ASL0902" Error, "`States.ALL` must stand alone";
    AllNotLast = "ASL0903" Error, "`States.ALL` must be last";
    UnknownStatesError = "ASL0904" Warning, "an unknown `States.` error name";
    NeverMatches = "ASL0905" Warning, "a retrier or catcher that can never match";
    ReservedErrorName = "ASL0906" Warning, "an error name that begins with `States.`";
    ReservedOwnError = "ASL0908" Error, "a Fail state whose own error name begins with `States.`";
    RetriesNothing = "ASL0907" Warning, "a retrier that never retries";
    LongError = "ASL0910" Warning, "an error name or a cause that is longer than AWS keeps";
    SimilarErrors = "ASL0909" Warning, "an error name that resembles another one";
    // resource
    NotAUri = "ASL1001" Error, "`Resource` is not a URI";
    NotInExpress = "ASL1002" Error, "a task that an Express machine cannot have";
    NoSuchIntegration = "ASL1003" Error, "an integration that Step Functions does not have";
    UnknownCall = "ASL1004" Warning, "a service or an action that AWS's models do not have";
    RequestLacks = "ASL1005" Error, "a call without a member that the service requires";
    RequestRefused = "ASL1006" Error, "a value that AWS refuses in a call";
    UnknownRequestMember = "ASL1007" Warning, "a member that the request of a call does not have";
    DoubtfulRequest = "ASL1008" Warning, "a value that a service probably refuses";
    ServiceResult = "ASL1010" Warning, "a read of what the result of a call does not have";
    UnknownServiceError = "ASL1009" Warning, "an error that the called service does not have";
    // time
    BadTimestamp = "ASL1101" Error, "a timestamp that does not exist or is not RFC 3339";
    WaitOutOfRange = "ASL1102" Error, "a Wait shorter than nothing or longer than AWS allows";
    WaitTooFar = "ASL1103" Warning, "a Wait until a time that AWS does not wait for";
    // options
    UnknownSubstitution = "ASL1301" Error, "a `${Name}` without a value";
    UnusedSubstitution = "ASL1302" Error, "a substitution that the definition does not use";
    UnknownTask = "ASL1303" Error, "an option names a task that the definition does not have";
    TaskNameTaken = "ASL1304" Error, "two tasks would have the same method";
    LongSubstitution = "ASL1305" Error, "the values of `substitute` are too long";
    UnknownResource = "ASL1306" Error, "a template without the state machine that is wanted";
    TemplateDefinition = "ASL1307" Error, "a definition in a template that cannot be read";
    SubstitutionFile = "ASL1308" Error, "a file of values that is no object of texts and numbers";
    OpenPlaceholder = "ASL1309" Warning, "placeholders without values";
    AmbiguousTask = "ASL1310" Error, "an option names a task in an ambiguous way";
    // limits
    TooManyStates = "ASL1401" Error, "too many states";
    // loops
    IdleLoop = "ASL1501" Warning, "a loop that neither waits nor calls a task";
    GrowingLoop = "ASL1502" Warning, "a loop whose data grow with each round";
    RetriesOutlast = "ASL1503" Warning, "retries that last longer than the machine may run";
    // size
    LargeDataForAws = "ASL1602" Warning, "data larger than AWS allows";
    // variables
    NeverAssigned = "ASL1701" Error, "a variable that has no value where it is read";
    MaybeUnassigned = "ASL1702" Warning, "a variable that may have no value where it is read";
    OuterVariable = "ASL1703" Error, "an assignment to a variable of a scope around";
    NeverRead = "ASL1704" Warning, "a variable that nothing reads";
    VariableName = "ASL1705" Error, "a name that a variable cannot have";
    UndefinedVariable = "ASL1706" Warning, "a variable of JSONata that has no value where it is read";
    HidesBuiltIn = "ASL1707" Warning, "a variable that hides a function of JSONata";
    // data flow
    NeverFound = "ASL1801" Error, "a path that never finds anything";
    NeverFits = "ASL1802" Error, "a `ResultPath` that never fits the data";
    NeverAnArray = "ASL1803" Error, "a Map over something that is never an array";
    NeverThisType = "ASL1804" Error, "a value that never has the type that is needed";
    NeverComparable = "ASL1805" Warning, "a comparison with a value that never has its type";
    AlwaysFails = "ASL1806" Warning, "something that fails whenever it is reached";
    UnknownContextMember = "ASL1807" Warning, "a member that the context object does not have";
    // versions
    UnsafeChange = "ASL2401" Warning, "a change since the release that executions cannot follow";
    // types
    TypeLacks = "ASL3101" Error, "a read of what the values of a type do not have";
    TypeMisfit = "ASL3102" Error, "data that a type never takes";
    TypeMayLack = "ASL3103" Warning, "a read of what some values of a type do not have";
    TypeMayMisfit = "ASL3104" Warning, "data that a type may not take";
    // intrinsic functions
    CallSyntax = "ASL1901" Error, "a call of an intrinsic function that cannot be read";
    UnknownFunction = "ASL1902" Error, "an intrinsic function that does not exist";
    FunctionArity = "ASL1903" Error, "an intrinsic function with too few or too many arguments";
    FunctionArgument = "ASL1904" Error, "an argument that an intrinsic function never takes";
    FormatPlaceholders = "ASL1905" Error, "a `States.Format` with more or fewer placeholders than values";
    CallsTooDeep = "ASL1906" Error, "calls of intrinsic functions nested too deeply";
    IgnoredArguments = "ASL1907" Warning, "arguments of `States.UUID`, which it ignores";
    // jq
    JqSyntax = "ASL2001" Error, "a jq program that cannot be read";
    JqUnclosed = "ASL2002" Error, "a bracket, a string or an `if` that is not closed";
    JqEscape = "ASL2003" Error, "an escape that strings of jq do not have";
    JqUnknownFunction = "ASL2004" Error, "a function of jq that does not exist";
    JqArity = "ASL2005" Error, "a function of jq with too few or too many arguments";
    JqUnknownVariable = "ASL2006" Error, "a variable that is not bound";
    JqBreak = "ASL2007" Error, "a `break` without its label";
    JqObjectKey = "ASL2008" Error, "an object key that is no string";
    JqUnknownFormat = "ASL2009" Error, "a format of jq that does not exist";
    JqNotHere = "ASL2010" Error, "a part of jq that reads the world around a program";
    JqModule = "ASL2011" Error, "a module of jq that cannot be used";
    JqTooDeep = "ASL2012" Error, "a jq program that is nested too deeply";
    JqTooLong = "ASL2013" Error, "jq programs that make too much code";
    // SM4C
    UnknownLanguage = "ASL2101" Error, "a definition that is in neither language";
    StartStates = "ASL2102" Error, "not exactly one state is the start";
    DuplicateName = "ASL2103" Error, "two names are equal, or differ only in case";
    UnknownState = "ASL2104" Error, "`nextState` names no state";
    SeveralImplicit = "ASL2105" Error, "a state with two implicit transitions";
    SeveralTimeouts = "ASL2106" Error, "a state with two transitions by time-out";
    DeadTransition = "ASL2107" Error, "a transition that nothing can take";
    EndlessTransition = "ASL2108" Error, "a transition that is taken again and again";
    NotAnExpression = "ASL2109" Error, "an expression is empty or not of the form `${ … }`";
    UnknownReference = "ASL2110" Error, "a function, event or retry policy that is not defined";
    FunctionReference = "ASL2111" Error, "`fn:` with a function that is no expression, or calls itself";
    BadTimespan = "ASL2112" Error, "a timespan that cannot be read";
    BadCount = "ASL2113" Error, "`n` is missing, or not a count of the actions";
    EmptyList = "ASL2114" Error, "a list that needs at least one entry is empty";
    ResultKeyTwice = "ASL2115" Error, "two actions whose results would have the same key";
    UnknownAction = "ASL2116" Error, "an unknown type of actions";
    AttributeSpelling = "ASL2117" Error, "an attribute in other letters";
    NullAttribute = "ASL2118" Error, "an attribute that is `null`";
    UnknownFunctionType = "ASL2119" Error, "an unknown type of functions";
    EmptyName = "ASL2120" Error, "a name is empty";
    ContextAttributeName = "ASL2121" Error, "a context attribute that no event can have";
    NeverTaken = "ASL2131" Warning, "a transition that another one always precedes";
    NoFallback = "ASL2132" Warning, "conditional transitions none of which may hold";
    NullResult = "ASL2133" Warning, "the result of a detached call is used";
    IdleTimeout = "ASL2134" Warning, "a time-out of a detached call";
    NotEvaluated = "ASL2135" Warning, "an expression in a place where it is not evaluated";
    IgnoredAttribute = "ASL2136" Warning, "an attribute without effect";
    ForeignAttribute = "ASL2137" Warning, "an attribute of Serverless Workflow";
    NeverReached = "ASL2138" Warning, "a state that no transition leads to";
    SpinningState = "ASL2139" Warning, "states that go round without anything that could end it";
    NeverTried = "ASL2140" Warning, "an error handler after one that handles every error";
    CorrelationNeverMatches = "ASL2141" Warning, "a correlation by an attribute that no event can have";
    LongContextAttribute = "ASL2142" Warning, "a context attribute with a long name";
    OutOfReach = "ASL2143" Warning, "the action of a `forEach` reads global data, which it does not see";
    // functions
    UnknownOperation = "ASL2151" Error, "a document that does not have the operation";
    DocumentFault = "ASL2152" Error, "an OpenAPI document that cannot be used";
    UnknownArgument = "ASL2153" Error, "an argument that the function does not have";
    MissingArgument = "ASL2154" Error, "an argument that the function needs is missing";
    ArgumentType = "ASL2155" Error, "an argument that has the wrong type";
    ProtoFault = "ASL2156" Error, "a `.proto` file that cannot be used";
    StreamingMethod = "ASL2157" Error, "a gRPC method that streams";
    NoDocument = "ASL2161" Warning, "a document that is not there";
    NoServer = "ASL2162" Warning, "a document without a server";
    NotCallable = "ASL2163" Warning, "an operation that cannot be called from its document";
    DoubtfulArgument = "ASL2164" Warning, "an argument that the document does not name";
    LargeDocument = "ASL2165" Warning, "a document that is too large to be read or checked in full";
    // schemas
    SchemaFault = "ASL2301" Error, "a keyword of a schema with a value that it cannot have";
    SchemaDraft = "ASL2302" Error, "a schema in an unknown draft";
    SchemaReference = "ASL2303" Error, "a reference of a schema that leads nowhere";
    SchemaCircle = "ASL2304" Error, "a schema that leads to itself, with nothing between";
    SchemaContradiction = "ASL2305" Error, "a schema that no value fits";
    LargeSchema = "ASL2306" Warning, "schemas that are too large to be read in full";
    UnknownSchema = "ASL2307" Warning, "a schema that belongs to nothing of the machine";
    // JSONata
    JsonataSyntax = "ASL2201" Error, "an expression of JSONata that cannot be read";
    JsonataUnclosed = "ASL2202" Error, "a bracket, a string or a comment of JSONata that is not closed";
    JsonataEscape = "ASL2203" Error, "an escape that strings of JSONata do not have";
    JsonataVariable = "ASL2204" Error, "something else in the place of a variable of JSONata";
    JsonataStep = "ASL2205" Error, "parts of a path of JSONata in an order that it does not allow";
    JsonataParent = "ASL2206" Error, "a `%` of JSONata without a parent";
    JsonataRegex = "ASL2207" Error, "a regular expression of JSONata that cannot be read";
    JsonataSignature = "ASL2208" Error, "a signature of JSONata that cannot be read";
    JsonataTooDeep = "ASL2209" Error, "an expression of JSONata that is nested too deeply";
    JsonataContext = "ASL2210" Error, "an expression of a state that refers to a context";
    JsonataStates = "ASL2211" Error, "a member that `$states` does not have";
    JsonataUnknownFunction = "ASL2212" Error, "a function of JSONata that does not exist";
    JsonataArity = "ASL2213" Error, "a function of JSONata with too few or too many arguments";
    JsonataArgument = "ASL2214" Error, "an argument that a function of JSONata never takes";
    JsonataOperand = "ASL2215" Error, "an operand that an operator of JSONata never takes";
    JsonataPicture = "ASL2216" Error, "a picture string of JSONata that cannot be read";
    JsonataFunctionResult = "ASL2217" Error, "an expression of JSONata whose result is a function";
    JsonataDelimiters = "ASL2231" Error, "an expression between `{%` and `%}` of which one is missing";
    JsonataNotEvaluated = "ASL2232" Warning, "a text with `{% … %}` that is not evaluated";
    JsonataNotDelimited = "ASL2233" Warning, "a text that looks like an expression of JSONata, without `{% … %}`";
    JsonPathInJsonata = "ASL2234" Warning, "a part of JSONPath in a state whose query language is JSONata";
    JsonataUnknownVariable = "ASL2241" Warning, "a variable of JSONata that is not bound";
    JsonataArgumentCount = "ASL2242" Warning, "a call of a function of the expression with another number of arguments";
    JsonataConstant = "ASL2243" Warning, "a condition of JSONata that is always the same";
    JsonataNeverFound = "ASL2244" Warning, "a path of JSONata that never finds anything";
    JsonataUndefined = "ASL2245" Warning, "an expression of JSONata without a result";
    JsonataDeep = "ASL2246" Warning, "an expression of JSONata that is deeper than Step Functions allows";
}
